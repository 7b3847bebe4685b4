/** A record with the truth about it. */
export interface ComparedRecord {
  readonly source: string;
  readonly key: string;
  /** Name and state for display. */
  readonly shown: string;
  /** Its identifiers. */
  readonly claims: readonly string[];
  /** Its company before and after matching by name. */
  readonly before: string;
  readonly after: string;
  /** The business that it really describes. */
  readonly entity: string;
  readonly traps: readonly string[];
}

/** Mistakes with the same cause: their number and some examples. */
export interface Kind {
  trap: string;
  count: number;
  /** How many of the missed links are proposed matches. */
  proposed: number;
  examples: string[];
}

const mostExamples = 2;

// biome-ignore format: in the order of precedence
const atIdentifiers = [
  "stranger's number", 'wrong number', 'no number', 're-used domain', 'shared domain', 'other slug',
];
// biome-ignore format: in the order of precedence
const atNames = [
  'no region', 'former name', 'typing error', 'former state', 'trust', 'older business', 'informal namesake',
  'namesake', 'former name taken', 'namesake elsewhere', 'namesake abroad', 'trading name',
];

/** First wrong or missing values of a row, then conflicts between companies. Each mistake gets one cause, even if there are several. */
const orders = { identifiers: [...atIdentifiers, ...atNames], names: [...atNames, ...atIdentifiers] } as const;

/** The cause of a mistake: a trap of the records themselves, else of the records around them. */
export function causeOf(
  by: keyof typeof orders,
  records: readonly ComparedRecord[],
  around: readonly ComparedRecord[],
): string {
  const first = (some: readonly ComparedRecord[]) => {
    const traps = new Set(some.flatMap((record) => record.traps));
    return orders[by].find((trap) => traps.has(trap));
  };
  return first(records) ?? first(around) ?? 'unknown';
}

const shownOf = ({ shown, source }: ComparedRecord) => `${shown} (${source})`;

/** Counts mistakes by cause. */
export class Mistakes {
  readonly #kinds = new Map<string, Kind>();

  add(trap: string, pair: readonly [ComparedRecord, ComparedRecord], isProposed = false): void {
    const kind = this.#kinds.get(trap) ?? { trap, count: 0, proposed: 0, examples: [] };
    this.#kinds.set(trap, kind);
    kind.count += 1;
    if (isProposed) kind.proposed += 1;
    if (kind.examples.length < mostExamples) kind.examples.push(pair.map(shownOf).join(' – '));
  }

  get total(): number {
    return [...this.#kinds.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** The most frequent first. */
  list(): Kind[] {
    return [...this.#kinds.values()].sort((a, b) => b.count - a.count || (a.trap < b.trap ? -1 : 1));
  }
}
