import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** The pages of docs/performance, each with the raw results in a JSON file beside it. */
export type Page = 'speed' | 'loading' | 'quality' | 'faults' | 'capacity';

/** A part of a page that a measurement writes: its results, and the text that is derived from them. */
export interface Section<Results> {
  readonly page: Page;
  /** Its key in the JSON file, and the name of its markers in the page. */
  readonly name: string;
  toText(results: Results): string;
}

/** What every result says of itself. */
export interface Stamp {
  /** The day. */
  readonly measured: string;
  /** The machine. */
  readonly host: string;
}

const folder = new URL('../../../../docs/performance/', import.meta.url);

export const today = (): string => new Date().toISOString().slice(0, 10);

export const stamp = (...versions: readonly string[]): Stamp => ({
  measured: today(),
  host: [
    `${cpus().length} cores`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.versions.node}`,
    ...versions,
  ].join(', '),
});

export const stampText = ({ measured, host }: Stamp): string => `${host}, ${measured}.`;

function readPage(page: Page): Record<string, unknown> {
  const file = new URL(`${page}.json`, folder);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** The results that are kept. */
export const readResults = <Results>({ page, name }: Section<Results>): Results | undefined =>
  readPage(page)[name] as Results | undefined;

/** One line for each section, so that a change of one is a change of one line. */
function writePage(page: Page, all: Readonly<Record<string, unknown>>): void {
  const lines = Object.entries(all).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  writeFileSync(new URL(`${page}.json`, folder), `{\n${lines.join(',\n')}\n}\n`);
}

/** Replaces the text between the markers of a section. The text around them is written by hand. */
export function fillSection(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page needs the two marker lines ${begin} and ${end}.`);
  return `${page.slice(0, from + begin.length)}\n${text.trim()}\n${page.slice(to)}`;
}

export function fillFile(file: URL, name: string, text: string): void {
  writeFileSync(file, fillSection(readFileSync(file, 'utf8'), name, text));
}

/** Writes the text of a section into its page again. */
export function renderSection<Results>(section: Section<Results>): void {
  const results = readResults(section);
  if (results === undefined) return;
  fillFile(new URL(`${section.page}.md`, folder), section.name, section.toText(results));
}

/** Keeps the results beside the page, writes the page, and prints the text. */
export function writeResults<Results>(section: Section<Results>, results: Results): void {
  writePage(section.page, { ...readPage(section.page), [section.name]: results });
  renderSection(section);
  process.stdout.write(`${section.toText(results)}\n`);
}

export const note = (text: string): void =>
  void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
