import measured from './figures.json' with { type: 'json' };

/** The cost of one request in microseconds of a core, in the full service and in OpenSearch. */
export interface Cost {
  readonly service: number;
  readonly opensearch: number;
}

/** The kinds of request whose cost was measured. */
export const asked = {
  different: 'company lookup, unique keys',
  zipf: 'company lookup, Zipf keys: most requests hit the cache',
  small: 'people search in a company of at most 200 people',
  large: 'people search in a large company',
} as const;
export type Asked = keyof typeof asked;

/**
 * The measured figures and the size of the measurement. `npm run docs` derives them from the raw results of `npm run
 * bench` in docs/performance.
 */
export interface Figures {
  readonly growth: { readonly people: number; readonly companies: number; readonly day: string };
  readonly speed: { readonly people: number; readonly day: string };
  readonly machine: string;
  readonly search: { readonly companies: number; readonly day: string };
  /**
   * Bytes in OpenSearch for one copy of a company, one person in a roster, an identifier and a person, and of a company
   * in the indices for search and for sources.
   */
  readonly opensearchBytes: Readonly<
    Record<'company' | 'roster' | 'identifier' | 'person' | 'search' | 'sources', number>
  >;
  readonly perCompany: { readonly identifiers: number; readonly rosters: number };
  /** Bytes in the database, with indexes, for a company, a person and a metered response. */
  readonly databaseBytes: Readonly<Record<'company' | 'person' | 'answer', number>>;
  readonly cpuUs: Readonly<Record<Asked, Cost>>;
  /** The memory of one service process without its cache, and the heap of OpenSearch node that used most. */
  readonly serviceMb: number;
  readonly opensearchHeapMb: number;
  /** What loading costs, in microseconds of a core. */
  readonly work: {
    readonly day: string;
    readonly companies: number;
    readonly people: number;
    /** For each row of a file: of the command, and of PostgreSQL while it stages and while it applies. */
    readonly readUs: number;
    readonly stageUs: number;
    readonly applyUs: number;
    /** For each company of a complete match run, with PostgreSQL. */
    readonly matchUs: number;
    /** For each document of a rebuild: of the command and PostgreSQL, and of OpenSearch. */
    readonly documentUs: number;
    readonly indexUs: number;
    /** The speed of several lanes on as many cores, divided by as many times that of one lane on one core. */
    readonly laneEfficiency: number;
  };
}

export const figures: Figures = measured;

/** A smaller dataset fits in the memory of any machine, and says little about a large one. */
const leastPeople = 1_000_000;

/** Whether these figures only show that the calculation works. */
export const isTrial = ({ growth, speed }: Figures): boolean => Math.min(growth.people, speed.people) < leastPeople;
