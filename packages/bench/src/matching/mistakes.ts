import type { JudgedRecord } from './records.ts';

/** Mistakes of one kind: how many, and a few of them to look at. */
export interface Kind {
  trap: string;
  count: number;
  /** Of the missed: so many are proposed to an operator. */
  proposed: number;
  examples: string[];
}

const mostExamples = 2;

const atIdentifiers = [
  "stranger's number",
  'wrong number',
  'no number',
  're-used domain',
  'shared domain',
  'other slug',
];
// biome-ignore format: in the order of blame
const atNames = [
  'no region', 'former name', 'typing error', 'former state', 'trust', 'older business', 'informal namesake',
  'namesake', 'former name taken', 'namesake elsewhere', 'namesake abroad', 'trading name',
];

/**
 * What is blamed first for a link by each: what a row says wrongly or not at all, then what stands between companies. A
 * mistake has one cause here, though several may have met.
 */
const orders = {
  identifiers: [...atIdentifiers, ...atNames],
  names: [...atNames, ...atIdentifiers],
} as const;

/** The trap to blame: of the records themselves, else of what stood around them. */
export function blame(
  by: keyof typeof orders,
  records: readonly JudgedRecord[],
  around: readonly JudgedRecord[],
): string {
  const first = (some: readonly JudgedRecord[]) => {
    const traps = new Set(some.flatMap((record) => record.traps));
    return orders[by].find((trap) => traps.has(trap));
  };
  return first(records) ?? first(around) ?? 'none that is known';
}

const shownOf = ({ shown, source }: JudgedRecord) => `${shown} (${source})`;

/** Counts mistakes by what is to blame. */
export class Mistakes {
  readonly #kinds = new Map<string, Kind>();

  add(trap: string, pair: readonly [JudgedRecord, JudgedRecord], isProposed = false): void {
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
