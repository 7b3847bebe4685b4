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
