/** Formats 1234567 as 1,234,567, for every number that people read. */
export const formatNumber = new Intl.NumberFormat('en').format;

/** `1 row`, `2 rows`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Formats 0.0123 as 1.2 %. */
export const formatShare = (share: number): string => `${(100 * share).toFixed(1)} %`;
