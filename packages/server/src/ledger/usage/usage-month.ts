const dayMs = 86_400_000;
let knownDay = { number: -1, day: '' };

/** The day of a moment, in UTC. Asked for every answer, so the last one is remembered. */
export function dayOf(at: number): string {
  const number = Math.floor(at / dayMs);
  if (number !== knownDay.number) knownDay = { number, day: new Date(at).toISOString().slice(0, 10) };
  return knownDay.day;
}

let known = { from: 0, to: 0, month: '' };

/** The first day of the month of a moment, in UTC. Asked for every answer, so the last month is remembered. */
export function monthOf(at: number): string {
  if (at >= known.from && at < known.to) return known.month;
  const date = new Date(at);
  const [year, number] = [date.getUTCFullYear(), date.getUTCMonth()];
  known = {
    from: Date.UTC(year, number),
    to: Date.UTC(year, number + 1),
    month: `${date.toISOString().slice(0, 7)}-01`,
  };
  return known.month;
}

/** The first day of the month after the one that begins on this day. */
export function monthAfter(month: string): string {
  const first = new Date(`${month}T00:00:00Z`);
  return monthOf(first.setUTCMonth(first.getUTCMonth() + 1));
}

/** The moment at which a month that begins on this day is over. */
export const endOfMonth = (month: string): number => Date.parse(`${monthAfter(month)}T00:00:00Z`);
