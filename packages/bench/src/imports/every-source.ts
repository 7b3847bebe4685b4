import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { syntheticRegisters } from '../../../server/src/synthetic/registers/index.ts';
import { openInstallation } from '../../../testing/src/processes/installation.ts';
import { importFile, timeParsing } from './source-report.ts';

/** A synthetic file of a source, in one of its formats. */
export interface SyntheticFile {
  source: string;
  form?: string;
  title: string;
  mostRows: number;
}

export const syntheticFiles: readonly SyntheticFile[] = Object.entries(syntheticRegisters).flatMap(
  ([source, { mostRows, forms = {} }]) => [
    { source, mostRows, title: source },
    ...Object.keys(forms).map((form) => ({ source, form, mostRows, title: `${source} as ${form}` })),
  ],
);

/** The duration and memory of an import, from the file to the database. */
export interface SourceSpeedReport {
  title: string;
  measured: string;
  rows: number;
  accepted: number;
  fileMb: number;
  /** Seconds for parsing only, for the read stage and for the apply stage. */
  parsing: number;
  reading: number;
  applying: number;
  peakMb: number;
}

/** Generates a file with the wanted number of rows, or as many as possible, and imports it into a new database. */
export async function measureFile(file: SyntheticFile, wanted: number): Promise<SourceSpeedReport> {
  const { source, form, title } = file;
  const rows = Math.min(wanted, file.mostRows);
  const installation = await openInstallation();
  const path = join(installation.home, 'file');
  try {
    const inForm = form ? ['--form', form] : [];
    await installation.orgdex('synth', source, '--rows', String(rows), '--out', path, ...inForm);
    const parsing = await timeParsing(source, path);
    const { counts, reading, applying, memory } = await importFile(installation, source, path);
    const measured = new Date().toISOString().slice(0, 10);
    const fileMb = statSync(path).size / 1e6;
    const peakMb = Math.max(...memory);
    return {
      title,
      measured,
      rows: counts.read,
      accepted: counts.accepted,
      fileMb,
      parsing,
      reading,
      applying,
      peakMb,
    };
  } finally {
    rmSync(path, { force: true });
    await installation.close();
  }
}
