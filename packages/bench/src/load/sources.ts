import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { syntheticRegisters } from '../../../testing/src/synthetic/registers/index.ts';
import { writeRegister } from '../../../testing/src/synthetic/write.ts';
import { type Section, stampText, today } from '../report/results.ts';
import { inParagraphs, perSecond, tableOf, whole } from '../report/text.ts';
import { importFile } from './measure-command.ts';

interface Imported {
  readonly accepted: number;
  /** Seconds of the two stages. */
  readonly reading: number;
  readonly applying: number;
  readonly peakMb: number;
}

/** The import of one file of a source, from the file to PostgreSQL. */
export interface SourceSpeed extends Imported {
  readonly title: string;
  readonly measured: string;
  readonly rows: number;
  readonly fileMb: number;
  /** The file of the following week, in which 0.5 % of the rows changed. */
  readonly next?: Imported & { readonly gone: number; readonly unchanged: number };
}

export interface SourcesReport {
  readonly host: string;
  readonly sources: readonly SourceSpeed[];
}

/** Generates the files of two weeks, or as many rows as the source can have, and imports them into an empty installation. */
export async function measureSource(installation: Installation, source: string, wanted: number): Promise<SourceSpeed> {
  const path = join(installation.home, 'file');
  const rows = Math.min(wanted, syntheticRegisters[source]?.mostRows ?? 0);
  try {
    await writeRegister({ source, rows }, path);
    const fileMb = statSync(path).size / 1e6;
    const { counts: first, reading, applying, peakMb } = await importFile(installation, source, path);
    await writeRegister({ source, rows, next: true }, path);
    const { counts, ...next } = await importFile(installation, source, path);
    return {
      ...{ title: source, measured: today(), rows: first.read, fileMb },
      ...{ accepted: first.accepted, reading, applying, peakMb },
      next: {
        ...{ accepted: counts.accepted, gone: counts.gone, unchanged: counts.unchanged },
        ...{ reading: next.reading, applying: next.applying, peakMb: next.peakMb },
      },
    };
  } finally {
    rmSync(path, { force: true });
  }
}

const order = Object.keys(syntheticRegisters);
/** What has no generator any more comes last. */
const placeOf = ({ title }: SourceSpeed) => (order.includes(title) ? order.indexOf(title) : order.length);

/** The results in the order of the sources; of each title and size the last one. */
export function withSource(sources: readonly SourceSpeed[], result: SourceSpeed): SourceSpeed[] {
  const others = sources.filter(({ title, rows }) => title !== result.title || rows !== result.rows);
  return [...others, result].toSorted((a, b) => placeOf(a) - placeOf(b) || a.rows - b.rows);
}

const head = ['source', 'rows', 'accepted', 'read, rows/s', 'apply, records/s', 'rows/s', 'MB', 'next week, s'];

export const sourcesSection: Section<SourcesReport> = {
  page: 'loading',
  name: 'sources',
  toText({ host, sources }) {
    const days = sources.map(({ measured }) => measured).sort();
    return inParagraphs([
      stampText({ host, measured: [...new Set([days[0], days.at(-1)])].join(' to ') }),
      tableOf(
        head,
        sources.map(({ title, rows, accepted, reading, applying, peakMb, next }) => [
          ...[title, whole.format(rows), whole.format(accepted)],
          ...[perSecond(rows, reading), perSecond(accepted, applying), perSecond(rows, reading + applying)],
          whole.format(peakMb),
          next ? whole.format(next.reading + next.applying) : '',
        ]),
      ),
    ]);
  },
};
