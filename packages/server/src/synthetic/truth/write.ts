import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { quoted } from '../registers/writing/quoted.ts';
import { TextFile } from '../registers/writing/text-file.ts';
import { writeZip } from '../registers/writing/zip.ts';
import type { TruthFile, TruthRow } from './file.ts';
import { unregisteredIn } from './page.ts';
import { registerFiles } from './register-files.ts';
import type { KnownPopulation } from './relations.ts';
import { webFiles } from './web-files.ts';

export const truthFiles: readonly TruthFile[] = [...registerFiles, ...webFiles];

const firstIn = (file: TruthFile, population: KnownPopulation): number =>
  file.knowsUnregistered ? -unregisteredIn(population) : 0;

/** All rows of a file. For small datasets only. */
export function rowsIn(file: TruthFile, population: KnownPopulation): TruthRow[] {
  const rows: TruthRow[] = [];
  for (let who = firstIn(file, population); who < population.companies; who++)
    rows.push(...file.rowsOf(population, who));
  return rows;
}

/** The result of writing one file. */
export interface Written {
  rows: number;
  /** Rows that become a record. */
  records: number;
}

export interface TruthJob {
  population: KnownPopulation;
  folder: string;
  report(file: string, done: number): void;
}

const chunkLength = 1 << 16;

const truthHeader = 'source,key,entity,traps\n';
const truthLine = (source: string, { key, entity, traps }: TruthRow): string =>
  `${source},${quoted(key as string)},${entity},${traps.join(';')}\n`;

/** A range of members; the end is exclusive. */
interface Part {
  name: string;
  head: string;
  from: number;
  to: number;
}

const companiesPerPart = 1_000_000;

/** Each part states its number of companies first. */
function partsOf(file: TruthFile, population: KnownPopulation): Part[] {
  const { companies } = population;
  if (!file.partName)
    return [{ name: file.name, head: file.head(0, companies), from: firstIn(file, population), to: companies }];
  const parts: Part[] = [];
  for (let from = 0; from < companies; from += companiesPerPart) {
    const to = Math.min(companies, from + companiesPerPart);
    parts.push({ name: file.partName(parts.length), head: file.head(parts.length, to - from), from, to });
  }
  return parts;
}

interface Writing {
  file: TruthFile;
  part: Part;
  take(row: TruthRow): void;
}

/** The text of one part, in chunks of 64 KiB. */
function* textOf({ file, part, take }: Writing, { population, report }: TruthJob): Generator<Buffer> {
  let text = part.head;
  for (let who = part.from; who < part.to; who++) {
    for (const row of file.rowsOf(population, who)) {
      text += row.text;
      take(row);
    }
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    report(file.name, Math.max(0, who));
    text = '';
  }
  yield Buffer.from(text + file.tail);
}

async function writeFile(file: TruthFile, job: TruthJob, truth: TextFile): Promise<Written> {
  const written: Written = { rows: 0, records: 0 };
  const take = (row: TruthRow) => {
    written.rows += 1;
    if (row.key === undefined) return;
    written.records += 1;
    truth.add(truthLine(file.source, row));
  };
  const path = join(job.folder, file.name);
  const parts = partsOf(file, job.population);
  const open = (part: Part) =>
    Readable.from(textOf({ file, part, take }, job), { objectMode: false, highWaterMark: 1 });
  if (file.partName) await writeZip(path, parts, open);
  else await pipeline(open(parts[0] as Part), createWriteStream(path));
  return written;
}

/** Writes the files one after the other, and the truth about all rows, in constant memory. */
export async function writeKnownPopulation(job: TruthJob): Promise<Map<string, Written>> {
  mkdirSync(job.folder, { recursive: true });
  const truth = new TextFile(join(job.folder, 'truth.csv'), truthHeader);
  const written = new Map<string, Written>();
  try {
    for (const file of truthFiles) written.set(file.source, await writeFile(file, job, truth));
  } finally {
    truth.close();
  }
  return written;
}
