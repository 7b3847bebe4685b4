import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

const marksOf = (mark: string) => [`<!-- ${mark}: begin -->`, `<!-- ${mark}: end -->`] as const;

/** Numbers as the pages write them. */
export const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
/** A pace; of a moment too short to time it is that of a millisecond. */
export const perSecond = (count: number, seconds: number) => whole.format(count / Math.max(seconds, 0.001));
export const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1);

/** The machine and what ran on it; of engines, those whose versions matter. */
export const hostWith = (...versions: readonly string[]): string =>
  [
    `${cpus().length} cores`,
    `${whole.format(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.versions.node}`,
    ...versions,
  ].join(', ');

/** On what and when it was measured. */
export const hostOn = (day: string | undefined, ...versions: readonly string[]): string =>
  `${hostWith(...versions)}, ${day}`;

/** What stands between the marks is replaced; the words around them are people's. */
export function fillPage(page: string, measured: string, mark = 'measured'): string {
  const [begin, end] = marksOf(mark);
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page needs two lines, ${begin} and ${end}.`);
  return `${page.slice(0, from + begin.length)}\n${measured.trim()}\n${page.slice(to)}`;
}

/** @param title of a page that is not there yet */
export function writeMeasured(path: string, title: string, measured: string): void {
  const page = existsSync(path) ? readFileSync(path, 'utf8') : `# ${title}\n\n${marksOf('measured').join('\n')}\n`;
  writeFileSync(path, fillPage(page, measured));
}

export const tableOf = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
