/** A timestamp to the minute, in UTC. */
export const formatMoment = (date: Date | null): string =>
  date ? date.toISOString().slice(0, 16).replace('T', ' ') : 'never';

const halfYearMs = 182 * 24 * 3600 * 1000;

/** For a narrow column, as in `ls -l`: the time of recent ones, the year of old ones. */
export function formatShortMoment(date: Date): string {
  const text = formatMoment(date);
  return Date.now() - date.getTime() < halfYearMs ? text.slice(5) : text.slice(0, 10);
}

const two = (number: number) => String(number).padStart(2, '0');

/** @example formatDuration(3_725_000) // '1h 02m' */
export function formatDuration(ms: number): string {
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`;
}
