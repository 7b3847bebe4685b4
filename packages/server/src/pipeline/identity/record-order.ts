/** The identity of a record. */
interface Named {
  source: string;
  key: string;
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Orders by source and key, for results that must not depend on the order of arrival. */
export const bySourceAndKey = (a: Named, b: Named): number => compare(a.source, b.source) || compare(a.key, b.key);
