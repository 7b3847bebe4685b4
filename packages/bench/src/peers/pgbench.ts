import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quantile } from '../report/statistics.ts';
import type { Traffic } from '../speed/cases.ts';
import type { Load, LoadOrder } from './system.ts';

/** Debian installs pgbench next to the server, outside PATH. The newest version is used. */
export const findPgbench = (): string | undefined => globSync('/usr/lib/postgresql/*/bin/pgbench').sort().at(-1);

// pgbench does not support an exponent of 1; this is the smallest one.
const picks: Record<Traffic, string> = {
  unique: '\\set turn random(1, :count)',
  zipf: '\\set turn random_zipfian(1, :count, 1.001)',
};

export const toScript = (traffic: Traffic, sql: string): string => `${picks[traffic]}\n${sql};\n`;

/** The third word of a log line is the duration of the transaction in µs. */
export const parseLog = (text: string): number[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Number(line.split(' ')[2]) / 1000);

/** @throws if a transaction failed */
export function parseSummary(text: string): { requests: number; perSecond: number } {
  const read = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? Number.NaN);
  const requests = read(/transactions actually processed: (\d+)/);
  const perSecond = read(/tps = ([\d.]+) \(without/);
  const failed = read(/failed transactions: (\d+)/);
  if (!(requests > 0 && perSecond > 0) || failed > 0) {
    throw new Error(`pgbench measured nothing: ${requests} transactions, ${failed} failed`);
  }
  return { requests, perSecond };
}

const environmentOf = (database: string): NodeJS.ProcessEnv => {
  const { hostname, port, username, password, pathname } = new URL(database);
  const address = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGDATABASE: pathname.slice(1) };
  return { ...process.env, ...address, ...(password && { PGPASSWORD: decodeURIComponent(password) }) };
};

export interface PgbenchOptions {
  readonly program: string;
  readonly database: string;
  readonly script: string;
  /** The number of rows in the request table. */
  readonly count: number;
}

async function run({ program, database, count }: PgbenchOptions, folder: string, order: LoadOrder): Promise<string> {
  const load = ['-c', String(order.connections), '-j', '1', '-T', String(order.seconds), '-D', `count=${count}`];
  const how = ['-n', '-M', 'prepared', '-f', join(folder, 'script.sql'), '-l', '--log-prefix', join(folder, 'log')];
  const child = spawn(program, [...how, ...load], { env: environmentOf(database), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`pgbench exited with code ${code}: ${said.slice(-1000)}`);
  return said;
}

/** Executes prepared statements as fast as the results arrive. */
export async function runPgbench(options: PgbenchOptions, order: LoadOrder): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-pgbench-'));
  try {
    writeFileSync(join(folder, 'script.sql'), options.script);
    const { requests, perSecond } = parseSummary(await run(options, folder, order));
    const logs = readdirSync(folder).filter((name) => name.startsWith('log'));
    const took = logs.flatMap((name) => parseLog(readFileSync(join(folder, name), 'utf8')));
    const [p50Ms, p99Ms] = [quantile(took, 0.5), quantile(took, 0.99)];
    return { requests, seconds: requests / perSecond, p50Ms, p99Ms };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
