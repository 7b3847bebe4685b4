import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readStatus } from '../../../server/src/ledger/status.ts';
import { truthFiles } from '../../../server/src/synthetic/truth/write.ts';
import type { Installation } from '../../../server/test/support/processes/installation.ts';
import { bareBulk } from './bare.ts';
import { measure, resultOf } from './measured.ts';
import { engineMb, importFile, ledgerMb } from './source-report.ts';

/** One step on the way from six files to an engine that answers. */
export interface Stage {
  name: string;
  /** Rows read, links drawn or documents written. */
  count: number;
  seconds: number;
  peakMb: number;
  /** What the ledger takes on disk after it. */
  ledgerMb: number;
}

export interface SixSourcesReport {
  measured: string;
  /** Those that the ledger holds in the end. */
  companies: number;
  records: number;
  stages: Stage[];
  engineMb: number;
  rebuild: { documents: number; seconds: number };
  bulk: { documents: number; seconds: number };
}

export interface SixSourcesOrder {
  /** Of the population that five sources tell of. */
  shared: number;
  /** Of the sixth source, a register of another country. */
  alone: number;
  note(text: string): void;
}

/** The largest open register beside Australia's. */
const sixth = 'jp-nta';

type Work = () => Promise<{ count: number; memory: readonly number[] }>;

/** Invents the files of six sources, takes them all into one ledger, matches, and builds the engine beside a bare bulk. */
export async function measureSixSources(
  installation: Installation,
  { shared, alone, note }: SixSourcesOrder,
): Promise<SixSourcesReport> {
  const { home, orgdex, pool } = installation;
  const folder = join(home, 'world');
  const stages: Stage[] = [];

  async function stage(name: string, work: Work): Promise<Stage> {
    const began = Date.now();
    const { count, memory } = await work();
    const seconds = (Date.now() - began) / 1000;
    const done = { name, count, seconds, peakMb: Math.max(...memory), ledgerMb: await ledgerMb(installation) };
    stages.push(done);
    note(`${name}: ${count} in ${seconds.toFixed(0)} s, ${done.peakMb} MB`);
    return done;
  }

  const takeIn =
    (source: string, file: string): Work =>
    async () => {
      const { counts, memory } = await importFile(installation, source, file);
      rmSync(file);
      return { count: counts.read, memory };
    };

  await orgdex('synth', 'world', '--companies', String(shared), '--out', folder);
  for (const { source, name } of truthFiles) await stage(source, takeIn(source, join(folder, name)));
  await orgdex('synth', sixth, '--rows', String(alone), '--out', join(folder, sixth));
  await stage(sixth, takeIn(sixth, join(folder, sixth)));
  const run =
    (counted: 'linked' | 'written', ...command: string[]) =>
    async () => {
      const measured = await measure(installation, ...command, '--json');
      return { count: resultOf(measured)[counted], memory: measured.memory };
    };
  await stage('match run', run('linked', 'match', 'run'));
  const rebuilt = await stage('rebuild', run('written', 'rebuild'));
  const size = await engineMb(installation);
  const { companies, companyRecords } = await readStatus(pool);
  return {
    measured: new Date().toISOString().slice(0, 10),
    companies: Number(companies),
    records: Number(companyRecords),
    stages,
    engineMb: size,
    rebuild: { documents: rebuilt.count, seconds: rebuilt.seconds },
    bulk: await bareBulk(installation),
  };
}
