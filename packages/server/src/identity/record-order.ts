/** What a record is known by. */
interface Named {
  source: string;
  key: string;
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** By source and key, where arrival must not matter. */
export const bySourceAndKey = (a: Named, b: Named): number => compare(a.source, b.source) || compare(a.key, b.key);
