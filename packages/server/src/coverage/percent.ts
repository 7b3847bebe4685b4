/** A share for people, in whole percents: 0 % is none and 100 % is all, nothing else is rounded to them. */
export function percentOf(part: number, whole: number): string {
  if (part === 0) return '0 %';
  if (part === whole) return '100 %';
  const percent = Math.round((100 * part) / whole);
  if (percent < 1) return '<1 %';
  return percent > 99 ? '>99 %' : `${percent} %`;
}
