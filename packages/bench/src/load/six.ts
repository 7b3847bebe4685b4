import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContents } from '../../../server/src/stores/postgres/status.ts';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { truthFiles, writeTruth } from '../../../testing/src/synthetic/truth/truth.ts';
import { writeRegister } from '../../../testing/src/synthetic/write.ts';
import { note, type Section, type Stamp, stamp, stampText } from '../report/results.ts';
import { sumOf } from '../report/statistics.ts';
import { inParagraphs, perSecond, tableOf, whole } from '../report/text.ts';
import { importFile, type Measured, measure } from './measure-command.ts';

/** One step from the six files to the rebuilt index. */
export interface Stage {
  readonly name: string;
  /** Rows read, matches applied or documents written. */
  readonly count: number;
  readonly seconds: number;
  readonly peakMb: number;
  /** Size of the database after the step. */
  readonly databaseMb: number;
}

/** One `orgdex match run`. */
export interface MatchTime {
  readonly name: string;
  readonly seconds: number;
  readonly cpuSeconds?: number;
  readonly postgresCpuSeconds?: number;
  readonly peakMb?: number;
  /** Companies with and without a register number that were compared. */
  readonly compared: number;
  readonly linked: number;
  readonly candidates: number;
  /** A hash of all links and proposed matches: equal if they are the same. */
  readonly matches: string;
}

export interface SixSourcesReport extends Stamp {
  /** Companies at the end. */
  readonly companies: number;
  readonly records: number;
  readonly stages: readonly Stage[];
}

/** Match runs that have everything, nothing and little to do. The capacity formula uses the last one. */
export interface MatchCost extends Stamp {
  readonly companies: number;
  readonly times: readonly MatchTime[];
}

export interface SixOrder {
  /** Companies that five sources describe. */
  readonly shared: number;
  /** Companies of the sixth source, a register of another country. */
  readonly alone: number;
}

/** The name of the run from which the capacity formula takes its cost. */
export const fullRun = 'everything again';
/** The largest open register after Australia's. */
const sixth = 'jp-nta';
/** One in this number of companies gets a new record before the run that sees changes: 0.5 %. */
const oneIn = 200;

/** The matches without their numbers, which depend on history. */
async function hashMatches({ pool }: Installation): Promise<string> {
  const { rows } = await pool.query(
    `SELECT md5(string_agg(m, ',' ORDER BY m)) AS hash FROM (
       SELECT concat_ws(' ', free_source, free_key, company_source, company_key, state, score, reasons) AS m FROM match) all_matches`,
  );
  return rows[0].hash ?? 'none';
}

/** Adds records without identifiers that have the names of some companies. */
async function importDelta({ home, orgdex, pool }: Installation, companies: number): Promise<void> {
  const { rows } = await pool.query<{ name: string; country: string }>(
    `SELECT content->>'name' AS name, country FROM company_record WHERE country IS NOT NULL AND content->>'name' IS NOT NULL LIMIT $1`,
    [Math.ceil(companies / oneIn)],
  );
  const lines = rows.map((row, at) =>
    JSON.stringify({ type: 'company', key: `d${at}`, observed: '2026-01-01', ...row }),
  );
  const file = join(home, 'delta.ndjson');
  writeFileSync(file, `${lines.join('\n')}\n`);
  await orgdex('import', 'records', file, '--source', 'delta');
}

/** Imports six sources into one installation, matches and rebuilds. */
export async function measureSix(
  installation: Installation,
  { shared, alone }: SixOrder,
): Promise<{ six: SixSourcesReport; match: MatchCost }> {
  const { home, pool } = installation;
  const folder = join(home, 'truth');
  const stages: Stage[] = [];
  const times: MatchTime[] = [];
  const add = async (name: string, count: number, { seconds, peakMb }: Measured) => {
    const { rows } = await pool.query('SELECT pg_database_size(current_database()) / 1e6 AS mb');
    stages.push({ name, count, seconds, peakMb, databaseMb: Math.round(Number(rows[0].mb)) });
    note(`${name}: ${count} in ${seconds.toFixed(0)} s, ${peakMb} MB`);
  };
  const load = async (source: string, file: string) => {
    const imported = await importFile(installation, source, file, '--lanes', 'auto');
    await add(source, imported.counts.read, imported);
    rmSync(file);
  };
  const match = async (name: string, ...options: string[]) => {
    const measured = await measure(installation, 'match', 'run', '--lanes', 'auto', ...options);
    const { seconds, cpuSeconds, storeCpuSeconds, peakMb, result } = measured;
    const { companies, free, linked, candidates } = result;
    times.push({
      ...{ name, seconds, cpuSeconds, postgresCpuSeconds: storeCpuSeconds.postgres, peakMb },
      ...{ compared: companies + free, linked, candidates, matches: await hashMatches(installation) },
    });
    return measured;
  };
  await writeTruth({ seed: 1, companies: shared }, folder);
  for (const { source, name } of truthFiles) await load(source, join(folder, name));
  await writeRegister({ source: sixth, rows: alone }, join(folder, sixth));
  await load(sixth, join(folder, sixth));
  const first = await match('first run');
  await add('match run', first.result.linked, first);
  await match('nothing changed');
  await importDelta(installation, shared + alone);
  await match('one in 200 companies has a new record');
  await match(fullRun, '--full');
  const rebuilt = await measure(installation, 'rebuild');
  await add('rebuild', rebuilt.result.written, rebuilt);
  const { companies, companyRecords } = await readContents(pool, ['companies', 'companyRecords'], { exact: true });
  const six = { ...stamp(), companies: companies.value, records: companyRecords.value, stages };
  return { six, match: { ...stamp(), companies: shared + alone, times } };
}

export const sixSection: Section<SixSourcesReport> = {
  page: 'loading',
  name: 'six',
  toText: ({ companies, records, stages, ...on }) =>
    inParagraphs([
      `${stampText(on)} ${whole.format(records)} records became ${whole.format(companies)} companies; all stages ` +
        `${whole.format(sumOf(stages.map(({ seconds }) => seconds)))} s.`,
      tableOf(
        ['stage', 'rows, matches or documents', 'seconds', 'per second', 'peak memory, MB', 'database, MB'],
        stages.map(({ name, count, seconds, peakMb, databaseMb }) => [
          ...[name, whole.format(count), whole.format(seconds), perSecond(count, seconds)],
          ...[whole.format(peakMb), whole.format(databaseMb)],
        ]),
      ),
    ]),
};

export const matchSection: Section<MatchCost> = {
  page: 'loading',
  name: 'match',
  toText: ({ companies, times, ...on }) =>
    inParagraphs([
      `${stampText(on)} ${whole.format(companies)} companies.`,
      tableOf(
        ['match run', 'seconds', 'CPU, s', 'of PostgreSQL', 'peak, MB', 'compared', 'links', 'hash'],
        times.map(({ name, seconds, cpuSeconds, postgresCpuSeconds, peakMb, compared, linked, matches }) => [
          ...[name, seconds.toFixed(1), cpuSeconds?.toFixed(1) ?? '', postgresCpuSeconds?.toFixed(1) ?? ''],
          ...[peakMb === undefined ? '' : whole.format(peakMb), whole.format(compared), whole.format(linked)],
          `\`${matches.slice(0, 8)}\``,
        ]),
      ),
    ]),
};
