import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { syntheticRegisters } from '../../../server/src/synthetic/registers/index.ts';
import { openInstallation } from '../../../server/test/support/processes/installation.ts';
import { importFile, timeParsing } from './source-report.ts';

/** A file that can be invented: of a source, in one of its formats. */
export interface InventedFile {
  source: string;
  form?: string;
  title: string;
  mostRows: number;
}

export const inventedFiles: readonly InventedFile[] = Object.entries(syntheticRegisters).flatMap(
  ([source, { mostRows, forms = {} }]) => [
    { source, mostRows, title: source },
    ...Object.keys(forms).map((form) => ({ source, form, mostRows, title: `${source} as ${form}` })),
  ],
);

/** What one file took, from the file to the ledger. */
export interface EachReport {
  title: string;
  measured: string;
  rows: number;
  accepted: number;
  fileMb: number;
  /** Seconds: reading rows and nothing else; reading them in; taking them in. */
  parsing: number;
  reading: number;
  takingIn: number;
  peakMb: number;
}

/** Invents a file, as large as is asked for or as it can be, and takes it into a ledger of its own. */
export async function measureFile(file: InventedFile, wanted: number): Promise<EachReport> {
  const { source, form, title } = file;
  const rows = Math.min(wanted, file.mostRows);
  const installation = await openInstallation();
  const path = join(installation.home, 'file');
  try {
    const inForm = form ? ['--form', form] : [];
    await installation.orgdex('synth', source, '--rows', String(rows), '--out', path, ...inForm);
    const parsing = await timeParsing(source, path);
    const { counts, reading, takingIn, memory } = await importFile(installation, source, path);
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
      takingIn,
      peakMb,
    };
  } finally {
    rmSync(path, { force: true });
    await installation.close();
  }
}
