import measured from './figures.json' with { type: 'json' };

/** What one request costs in µs of a core, of the service with everything on and of the engine. */
export interface Cost {
  readonly service: number;
  readonly engine: number;
}

/** The kinds of request whose cost was measured. */
export const asked = {
  different: 'company lookup, unique keys',
  zipf: 'company lookup, Zipf keys: most requests hit the cache',
  small: 'people search in a company of at most 200 people',
  large: 'people search in a large company',
} as const;
export type Asked = keyof typeof asked;

/** What was measured, and on what. `npm run docs` takes it from the raw results of `npm run bench`. */
export interface Figures {
  readonly growth: { readonly people: number; readonly companies: number; readonly day: string };
  readonly speed: { readonly people: number; readonly day: string };
  readonly machine: string;
  /** One copy in the engine: of a company, of one person in a roster, of an identifier, of a person. */
  readonly engineBytes: Readonly<Record<'company' | 'roster' | 'identifier' | 'person', number>>;
  readonly perCompany: { readonly identifiers: number; readonly rosters: number };
  /** In the ledger, with indexes: of a company, of a person, of an answer that was counted. */
  readonly ledgerBytes: Readonly<Record<'company' | 'person' | 'answer', number>>;
  readonly cpuUs: Readonly<Record<Asked, Cost>>;
  /** One process of the service with its cache off, and the heap of the engine node that used most. */
  readonly serviceMb: number;
  readonly engineHeapMb: number;
  /** Documents per second of `orgdex rebuild`, which is one process. */
  readonly rebuildPerSecond: number;
}

export const figures: Figures = measured;

/** A smaller world fits into the memory of any machine and tells little of a large one. */
const leastPeople = 1_000_000;

/** Whether these figures only show that the reckoning works. */
export const isTrial = ({ growth, speed }: Figures): boolean => Math.min(growth.people, speed.people) < leastPeople;
