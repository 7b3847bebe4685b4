import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { truthFiles } from '../../../server/src/synthetic/truth/write.ts';
import { type Installation, outputOf } from '../../../testing/src/processes/installation.ts';
import { measure, resultOf } from '../imports/measure-command.ts';

/** One `orgdex match run`. */
export interface MatchTime {
  name: string;
  seconds: number;
  /** Of the command, and of PostgreSQL. */
  cpuSeconds?: number;
  postgresCpuSeconds?: number;
  peakMb?: number;
  /** Companies with and without a register number that were compared. */
  compared: number;
  linked: number;
  candidates: number;
  /** A hash of all links and proposed matches: equal if they are the same. */
  matches: string;
}

export interface MatchTimesOrder {
  /** Companies that five sources describe, and companies of a register of another country. */
  shared: number;
  alone: number;
  lanes: string;
  /** The main.ts of an earlier version, which reads the same database. */
  earlier?: string | undefined;
  note(text: string): void;
}

const anyRowCount = ['--expect', '0-999999999', '--lanes', 'auto'];
/** One in so many companies gets a new record before the run that sees changes: 0.5 %. */
const oneIn = 200;

/** The matches without their numbers, which depend on history. */
async function hashMatches({ pool }: Installation): Promise<string> {
  const { rows } = await pool.query(
    `SELECT md5(string_agg(m, ',' ORDER BY m)) AS hash FROM (
       SELECT concat_ws(' ', free_source, free_key, company_source, company_key, state, score, reasons) AS m FROM match) all_matches`,
  );
  return rows[0].hash ?? 'none';
}

async function importAll({ home, orgdex }: Installation, { shared, alone, note }: MatchTimesOrder): Promise<void> {
  const folder = join(home, 'world');
  await orgdex('synth', 'world', '--companies', String(shared), '--out', folder);
  for (const { source, name } of truthFiles) {
    note(source);
    await orgdex('import', source, join(folder, name), ...anyRowCount);
  }
  note('jp-nta');
  await orgdex('synth', 'jp-nta', '--rows', String(alone), '--out', join(folder, 'jp-nta'));
  await orgdex('import', 'jp-nta', join(folder, 'jp-nta'), ...anyRowCount);
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

/** The name of the run from which the capacity formula takes its cost. */
export const fullRun = 'everything again';

/** Loads two populations, and measures match runs that have everything, nothing and little to do. */
export async function measureMatchRuns(installation: Installation, order: MatchTimesOrder): Promise<MatchTime[]> {
  const times: MatchTime[] = [];
  const add = async (
    name: string,
    time: Pick<MatchTime, 'seconds' | 'cpuSeconds' | 'postgresCpuSeconds' | 'peakMb'>,
    result: MatchResult,
  ) => {
    const { companies, free, linked, candidates } = result;
    times.push({
      name,
      ...time,
      compared: companies + free,
      linked,
      candidates,
      matches: await hashMatches(installation),
    });
    order.note(`${name}: ${time.seconds.toFixed(1)} s`);
  };
  const run = async (name: string, ...options: string[]) => {
    const measured = await measure(installation, 'match', 'run', '--json', '--lanes', order.lanes, ...options);
    const { seconds, cpuSeconds, storeCpuSeconds, memory } = measured;
    const postgresCpuSeconds = storeCpuSeconds.postgres;
    await add(name, { seconds, cpuSeconds, postgresCpuSeconds, peakMb: Math.max(...memory) }, resultOf(measured));
  };
  await importAll(installation, order);
  await run('first run');
  await run('nothing changed');
  await importDelta(installation, order.shared + order.alone);
  await run('one in 200 companies has a new record');
  await run(fullRun, '--full');
  if (order.earlier !== undefined) {
    const began = Date.now();
    const ended = await outputOf(installation.startBuild(order.earlier, {}, 'match', 'run', '--json'));
    if (ended.code !== 0) throw new Error(`The earlier version exited with code ${ended.code}: ${ended.err}`);
    const seconds = (Date.now() - began) / 1000;
    await add('the earlier version', { seconds }, JSON.parse(ended.out.trim().split('\n').at(-1) ?? '{}'));
  }
  return times;
}

type MatchResult = Record<'companies' | 'free' | 'linked' | 'candidates', number>;
