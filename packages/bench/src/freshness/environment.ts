import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import type { AnyRecord } from '../../../testing/src/data/records.ts';
import { openFleetAdmin } from '../../../testing/src/processes/fleet-admin.ts';
import { type Installation, openInstallation, program } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';
import { readMetric } from '../../../testing/src/processes/worker-pool.ts';
import { openLink } from '../../../testing/src/stores/faulty-link.ts';
import { readMachine } from '../report/machine.ts';
import { type IdOf, kindNames, kindOf } from './change-kinds.ts';
import type { Scenario } from './scenarios.ts';

const dataset = { companies: '300', people: '1200' };
const source = 'freshness';
interface EnvironmentOptions {
  /** Names of the trials. Their data is loaded before they start. */
  readonly trials: readonly string[];
  /** Workers of one process, instead of two processes. */
  readonly workers?: number;
  /** A different main.ts. */
  readonly build?: string;
}

async function importRecords({ home, orgdex }: Installation, name: string, records: readonly AnyRecord[]) {
  const file = join(home, `${name}.ndjson`);
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  await orgdex('import', 'records', file, '--source', source);
}

async function load(installation: Installation, trials: readonly string[]): Promise<IdOf> {
  await installation.orgdex('demo', '--companies', dataset.companies, '--people', dataset.people);
  const records = trials.flatMap((trial) => kindNames.flatMap((kind) => kindOf(kind).before(trial)));
  await importRecords(installation, 'before', records);
  await installation.orgdex('publish');
  const { rows } = await installation.pool.query<{ key: string; id: string }>(
    'SELECT key, company_id AS id FROM company_record',
  );
  const ids = new Map(rows.map(({ key, id }) => [key, id]));
  return (key) => ids.get(key) ?? `no company has the key ${key}`;
}

interface MemberOptions {
  readonly build: string;
  readonly cacheMb: number;
  readonly args?: readonly string[];
  /** Number of watching connections, so that each worker has some. */
  readonly connections?: number;
}

/** One process and its own link to the database, which can be interrupted. */
async function openMember(installation: Installation, options: MemberOptions) {
  const { build, cacheMb, args = [], connections = 1 } = options;
  const link = await openLink(installation.url);
  const settings = { DATABASE_URL: link.url, ORGDEX_CACHE_MB: String(cacheMb) };
  const serving = await startProcess(installation, { build, settings, args });
  return {
    link,
    connections,
    base: serving.base,
    /** Cache hits so far. */
    async readHits(): Promise<number> {
      const text = await (await fetch(serving.metrics)).text();
      return readMetric(text, 'orgdex_cache_reads_total', 'outcome="hit"') ?? 0;
    },
    async close(): Promise<void> {
      await serving.stop();
      await link.close();
    },
  };
}

/** The processes with a cache, and last the one without, which returns what OpenSearch contains. */
function membersOf({ workers, build = program }: EnvironmentOptions): MemberOptions[] {
  const one = { build, cacheMb: 64 };
  const workerProcesses = { ...one, args: ['--workers', String(workers)], connections: 2 * (workers ?? 1) };
  return [...(workers ? [workerProcesses] : [one, one]), { ...one, cacheMb: 0 }];
}

type Member = Awaited<ReturnType<typeof openMember>>;

/** Starts the processes one after the other, because parallel starts slow each other down. Closes all of them if one fails. */
async function openMembers(installation: Installation, options: EnvironmentOptions, members: Member[]): Promise<IdOf> {
  try {
    const idOf = await load(installation, options.trials);
    for (const member of membersOf(options)) members.push(await openMember(installation, member));
    return idOf;
  } catch (error) {
    await close(installation, members);
    throw error;
  }
}

async function close(installation: Installation, members: readonly Member[]): Promise<void> {
  await Promise.all(members.map((member) => member.close()));
  await installation.close();
}

/** An installation with a published dataset, and processes that serve it, each with a link to the database that can fail. */
export async function openEnvironment(options: EnvironmentOptions) {
  const installation = await openInstallation();
  const members: Member[] = [];
  const idOf = await openMembers(installation, options, members);
  const cached = members.slice(0, -1);
  const admin = await openFleetAdmin(installation, () => members[0]?.base ?? '');
  const { key } = await admin.issueKey();
  const linksOf = (numbers: readonly number[]) => numbers.flatMap((at) => members[at]?.link ?? []);
  return {
    idOf,
    key,
    orgdex: installation.orgdex,
    readMachine: () => readMachine({ ...installation, config: readConfig() }),
    importRecords: (name: string, records: readonly AnyRecord[]) => importRecords(installation, name, records),
    /** Base URLs, one per connection. */
    bases: cached.flatMap(({ base, connections }) => Array.from({ length: connections }, () => base)),
    uncachedBase: members.at(-1)?.base ?? '',
    readHits: () => Promise.all(cached.map((member) => member.readHits())),
    async begin({ unnotified, disconnected }: Scenario): Promise<void> {
      await Promise.all(linksOf(unnotified).map((link) => link.swallow('orgdex listener')));
      await Promise.all(linksOf(disconnected).map((link) => link.cut()));
    },
    async end({ unnotified, disconnected }: Scenario): Promise<void> {
      await Promise.all(linksOf([...unnotified, ...disconnected]).map((link) => link.restore()));
    },
    close: () => close(installation, members),
  };
}

export type Environment = Awaited<ReturnType<typeof openEnvironment>>;
