/** Formats 1234567 as 1,234,567, for every number that people read. */
export const formatNumber = new Intl.NumberFormat('en').format;

/** `1 row`, `2 rows`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Formats 0.0123 as 1.2 %. */
export const formatShare = (share: number): string => `${(100 * share).toFixed(1)} %`;

const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const;

/**
 * Uses the largest unit of which there are at least two, and rounds up, so that waiting that long is always enough.
 *
 * @example durationText(1) // '1 second'
 * @example durationText(5400) // '90 minutes'
 */
export function durationText(seconds: number): string {
  const unit = units.find((one) => seconds >= 2 * one.seconds) ?? units[3];
  const count = Math.max(1, Math.ceil(seconds / unit.seconds));
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}
