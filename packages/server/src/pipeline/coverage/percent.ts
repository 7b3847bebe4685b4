/** A share in whole percent. Only none is 0 % and only all is 100 %: nothing else is rounded to them. */
export function percentOf(part: number, whole: number): string {
  if (part === 0) return '0 %';
  if (part === whole) return '100 %';
  const percent = Math.round((100 * part) / whole);
  if (percent < 1) return '<1 %';
  return percent > 99 ? '>99 %' : `${percent} %`;
}
