const numbers = new Intl.NumberFormat();
const shortNumbers = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const countries = new Intl.DisplayNames(undefined, { type: 'region' });
const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const monthDays = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

export const formatNumber = (value: number): string => numbers.format(value);
/** Such as 1.5M, for the axis of a chart. */
export const formatShort = (value: number): string => shortNumbers.format(value);
export const formatShare = (value: number): string => percents.format(value);

/** A day without a time, such as 2026-11-16. */
export const formatDay = (day: string): string => formatDate(days, day);
export const formatMonthDay = (day: string): string => formatDate(monthDays, day);
export const formatMoment = (moment: string): string => formatDate(moments, moment);
export const formatClock = (moment: string): string => formatDate(clock, moment);

function formatDate(format: Intl.DateTimeFormat, text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : format.format(date);
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Such as "2 hr. ago". */
export function formatAgo(moment: string, now = Date.now()): string {
  const seconds = (Date.parse(moment) - now) / 1000;
  if (Number.isNaN(seconds)) return moment;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  return unit && size ? ago.format(Math.trunc(seconds / size), unit) : ago.format(Math.trunc(seconds), 'second');
}

/** Such as "4 s", "12 min", "3 h 5 min", "6 d 4 h". */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds < 10 && !Number.isInteger(seconds) ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${byteUnits[power]}`;
}

/** The name of a country in the reader's language, or the code. */
export function countryName(code: string): string {
  try {
    return countries.of(code) ?? code;
  } catch {
    return code;
  }
}

/** A probability, rounded down: only certainty is 1. */
export const formatScore = (score: number): string => (Math.floor(score * 100) / 100).toFixed(2);

/** What evidence adds, with its sign. */
export const formatWeight = (weight: number): string => {
  const text = Math.abs(weight).toFixed(1);
  return text === '0.0' ? text : `${weight < 0 ? '−' : '+'}${text}`;
};

/** An employee range with an en dash and separators: 501–1,000. */
export const formatBand = (band: string): string =>
  band.replace(/\d+/g, (digits) => formatNumber(Number(digits))).replace('-', '–');

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
