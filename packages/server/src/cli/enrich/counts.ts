import { durationText, formatNumber } from '../../core/output/numbers.ts';

/** What a run did, over all its continuations. */
export type EnrichCounts = Readonly<
  Record<'matched' | 'ambiguous' | 'none' | 'invalid' | 'people' | 'peopleRows' | 'credits', number>
>;

export const noCounts: EnrichCounts = {
  matched: 0,
  ambiguous: 0,
  none: 0,
  invalid: 0,
  people: 0,
  peopleRows: 0,
  credits: 0,
};

/** The rows that could not be sent, by reason, with the lines of the first ones. */
export type InvalidRows = readonly {
  readonly reason: string;
  readonly count: number;
  readonly lines: readonly number[];
}[];

const maxReasons = 20;
const maxLines = 5;

/** Adds a row. Reasons never contain a value. */
export function noteInvalid(rows: InvalidRows, reason: string, line: number): InvalidRows {
  const known = rows.some((one) => one.reason === reason);
  if (!known) return rows.length < maxReasons ? [...rows, { reason, count: 1, lines: [line] }] : rows;
  return rows.map((one) =>
    one.reason === reason
      ? { reason, count: one.count + 1, lines: one.lines.length < maxLines ? [...one.lines, line] : one.lines }
      : one,
  );
}

const of = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(count)} ${count === 1 ? noun : plural}`;

function invalidText({ reason, count, lines }: InvalidRows[number]): string {
  const more = count > lines.length ? ', …' : '';
  return `  ${formatNumber(count)}  ${reason} (${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more})`;
}

/** The last lines of a run. */
export function summaryOf({ counts, invalid }: { counts: EnrichCounts; invalid: InvalidRows }, out: string): string {
  const { matched, ambiguous, none, people, peopleRows, credits } = counts;
  const rows = matched + ambiguous + none + counts.invalid;
  const parts = [
    `${formatNumber(matched)} matched`,
    `${formatNumber(ambiguous)} ambiguous`,
    `${formatNumber(none)} not found`,
    `${formatNumber(counts.invalid)} invalid`,
  ];
  return [
    `Enriched ${of(rows, 'row')}: ${parts.join(', ')}.`,
    ...(people > 0 ? [`Found ${of(people, 'person', 'people')} for ${of(peopleRows, 'row')}.`] : []),
    `Spent ${of(credits, 'credit')}. Written to ${out}.`,
    ...(invalid.length > 0 ? ['Invalid rows:', ...invalid.map(invalidText)] : []),
  ].join('\n');
}

/** Shorter waits are part of normal work. */
const minNotedSeconds = 10;
/** The first wait after a lost connection: the address may be wrong. */
const firstSeconds = 1;

/** What to say before a wait; undefined: nothing. */
export function waitText(seconds: number, reason: string): string | undefined {
  const isLost = !reason.startsWith('The service') && seconds < firstSeconds;
  return isLost || seconds >= minNotedSeconds ? `${reason} Waiting ${durationText(seconds)}.` : undefined;
}
