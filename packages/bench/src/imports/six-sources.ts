import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readContents } from '../../../server/src/stores/postgres/status.ts';
import { truthFiles } from '../../../server/src/synthetic/truth/write.ts';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { bulkDocuments } from './baselines.ts';
import { measure, resultOf } from './measure-command.ts';
import { databaseMb, importFile, opensearchMb } from './source-report.ts';

/** One step from the six files to the rebuilt OpenSearch. */
export interface Stage {
  name: string;
  /** Rows read, matches applied or documents written. */
  count: number;
  seconds: number;
  peakMb: number;
  /** Size of the database on disk after the step. */
  databaseMb: number;
  /** How long the earlier version took for the same file. */
  earlierSeconds?: number;
}

export interface SixSourcesReport {
  measured: string;
  /** Companies in the database at the end. */
  companies: number;
  records: number;
  stages: Stage[];
  opensearchMb: number;
  rebuild: { documents: number; seconds: number };
  bulk: { documents: number; seconds: number };
  /** Whether the earlier version left the same companies and identifiers. */
  isEqual?: boolean;
}

export interface SixSourcesOrder {
  /** Companies that five sources describe. */
  shared: number;
  /** Companies of the sixth source, a register of another country. */
  alone: number;
  /** An installation with the same secret that an earlier version uses. */
  earlier?: Installation | undefined;
  note(text: string): void;
}

/** The company of every record and identifier. */
async function hashIdentity({ pool }: Installation): Promise<string> {
  const { rows } = await pool.query(
    `SELECT (SELECT md5(string_agg(md5(concat_ws(' ', s.name, r.key, r.company_id)), '' ORDER BY s.name, r.key))
         FROM company_record r JOIN source s ON s.id = r.source_id) AS records,
       (SELECT md5(string_agg(md5(concat_ws(' ', identifier, company_id)), '' ORDER BY identifier)) FROM identifier) AS identifiers`,
  );
  return `${rows[0].records} ${rows[0].identifiers}`;
}

/** The largest open register after Australia's. */
const sixth = 'jp-nta';

type Work = () => Promise<{ count: number; memory: readonly number[] }>;

/** Generates the files of six sources, imports them into one database, matches, rebuilds OpenSearch, and measures the bulk baseline. */
export async function measureSixSources(
  installation: Installation,
  { shared, alone, earlier, note }: SixSourcesOrder,
): Promise<SixSourcesReport> {
  const { home, orgdex, pool } = installation;
  const folder = join(home, 'world');
  const stages: Stage[] = [];

  async function stage(name: string, work: Work): Promise<Stage> {
    const began = Date.now();
    const { count, memory } = await work();
    const seconds = (Date.now() - began) / 1000;
    const done = { name, count, seconds, peakMb: Math.max(...memory), databaseMb: await databaseMb(installation) };
    stages.push(done);
    note(`${name}: ${count} in ${seconds.toFixed(0)} s, ${done.peakMb} MB`);
    return done;
  }

  async function importBoth(source: string, file: string): Promise<void> {
    const imported = await stage(source, async () => {
      const { counts, memory } = await importFile(installation, source, file, '--lanes', 'auto');
      return { count: counts.read, memory };
    });
    if (earlier) {
      const began = Date.now();
      await importFile(earlier, source, file);
      imported.earlierSeconds = (Date.now() - began) / 1000;
      note(`the earlier version: ${imported.earlierSeconds.toFixed(0)} s`);
    }
    rmSync(file);
  }

  await orgdex('synth', 'world', '--companies', String(shared), '--out', folder);
  for (const { source, name } of truthFiles) await importBoth(source, join(folder, name));
  await orgdex('synth', sixth, '--rows', String(alone), '--out', join(folder, sixth));
  await importBoth(sixth, join(folder, sixth));
  const isEqual = earlier && (await hashIdentity(installation)) === (await hashIdentity(earlier));
  if (earlier) note(`the earlier version left ${isEqual ? 'the same companies' : 'OTHER companies'}`);
  const run =
    (counted: 'linked' | 'written', ...command: string[]) =>
    async () => {
      const measured = await measure(installation, ...command, '--json');
      return { count: resultOf(measured)[counted], memory: measured.memory };
    };
  await stage('match run', run('linked', 'match', 'run'));
  const rebuilt = await stage('rebuild', run('written', 'rebuild'));
  const size = await opensearchMb(installation);
  const { companies, companyRecords } = await readContents(pool, ['companies', 'companyRecords'], { exact: true });
  return {
    measured: new Date().toISOString().slice(0, 10),
    companies: companies.value,
    records: companyRecords.value,
    stages,
    opensearchMb: size,
    rebuild: { documents: rebuilt.count, seconds: rebuilt.seconds },
    bulk: await bulkDocuments(installation),
    ...(isEqual === undefined ? {} : { isEqual }),
  };
}
