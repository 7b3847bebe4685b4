import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

const marksOf = (mark: string) => [`<!-- ${mark}: begin -->`, `<!-- ${mark}: end -->`] as const;

/** Number format of the pages. */
export const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
/** A rate. Durations below one millisecond count as one millisecond. */
export const perSecond = (count: number, seconds: number) => whole.format(count / Math.max(seconds, 0.001));
export const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1);

/** The machine, Node and the given versions. */
export const hostWith = (...versions: readonly string[]): string =>
  [
    `${cpus().length} cores`,
    `${whole.format(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.versions.node}`,
    ...versions,
  ].join(', ');

/** The machine, the versions and the date of a measurement. */
export const hostOn = (day: string | undefined, ...versions: readonly string[]): string =>
  `${hostWith(...versions)}, ${day}`;

/** Replaces the text between the markers. The text around them is written by hand. */
export function fillPage(page: string, measured: string, mark = 'measured'): string {
  const [begin, end] = marksOf(mark);
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page needs the two marker lines ${begin} and ${end}.`);
  return `${page.slice(0, from + begin.length)}\n${measured.trim()}\n${page.slice(to)}`;
}

/** @param title used if the page does not exist yet */
export function writeMeasured(path: string, title: string, measured: string): void {
  const page = existsSync(path) ? readFileSync(path, 'utf8') : `# ${title}\n\n${marksOf('measured').join('\n')}\n`;
  writeFileSync(path, fillPage(page, measured));
}

export const tableOf = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
