import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../server/src/settings/config.ts';
import type { AnyRecord } from '../../../server/test/support/data/records.ts';
import { openFleetAdmin } from '../../../server/test/support/processes/fleet-admin.ts';
import { type Installation, openInstallation, program } from '../../../server/test/support/processes/installation.ts';
import { startProcess } from '../../../server/test/support/processes/serving.ts';
import { readMetric } from '../../../server/test/support/processes/worker-pool.ts';
import { openLink } from '../../../server/test/support/stores/faulty-link.ts';
import { readMachine } from '../report/machine.ts';
import { type IdOf, kindNames, kindOf } from './kinds.ts';
import type { Way } from './ways.ts';

const world = { companies: '300', people: '1200' };
const source = 'freshness';
interface StageOptions {
  /** The trials that will take place: what they change is loaded before. */
  readonly trials: readonly string[];
  /** Of one process, instead of two processes. */
  readonly workers?: number;
  /** Another main.ts than ours. */
  readonly build?: string;
}

async function importRecords({ home, orgdex }: Installation, name: string, records: readonly AnyRecord[]) {
  const file = join(home, `${name}.ndjson`);
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  await orgdex('import', 'records', file, '--source', source);
}

async function load(installation: Installation, trials: readonly string[]): Promise<IdOf> {
  await installation.orgdex('demo', '--companies', world.companies, '--people', world.people);
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
  /** How many connections watch it: of several workers each has to have some. */
  readonly connections?: number;
}

/** One process of the stage, and its own way to the ledger. */
async function openMember(installation: Installation, options: MemberOptions) {
  const { build, cacheMb, args = [], connections = 1 } = options;
  const link = await openLink(installation.url);
  const settings = { DATABASE_URL: link.url, ORGDEX_CACHE_MB: String(cacheMb) };
  const serving = await startProcess(installation, { build, settings, args });
  return {
    link,
    connections,
    base: serving.base,
    /** Reads that were answered from memory so far. */
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

/** Those that remember, and last one that does not: what it answers is what can be read. */
function membersOf({ workers, build = program }: StageOptions): MemberOptions[] {
  const one = { build, cacheMb: 64 };
  const crew = { ...one, args: ['--workers', String(workers)], connections: 2 * (workers ?? 1) };
  return [...(workers ? [crew] : [one, one]), { ...one, cacheMb: 0 }];
}

type Member = Awaited<ReturnType<typeof openMember>>;

/** One after the other: their starts would slow each other down. What was opened is closed where one fails. */
async function openMembers(installation: Installation, options: StageOptions, members: Member[]): Promise<IdOf> {
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

/** An installation with a published world, and processes that serve it, each with a way to the ledger that can fail. */
export async function openStage(options: StageOptions) {
  const installation = await openInstallation();
  const members: Member[] = [];
  const idOf = await openMembers(installation, options, members);
  const remembering = members.slice(0, -1);
  const admin = await openFleetAdmin(installation, () => members[0]?.base ?? '');
  const { key } = await admin.issueKey();
  const linksOf = (numbers: readonly number[]) => numbers.flatMap((at) => members[at]?.link ?? []);
  return {
    idOf,
    key,
    orgdex: installation.orgdex,
    readMachine: () => readMachine({ ...installation, config: readConfig() }),
    importRecords: (name: string, records: readonly AnyRecord[]) => importRecords(installation, name, records),
    /** Where to ask, once for each connection. */
    bases: remembering.flatMap(({ base, connections }) => Array.from({ length: connections }, () => base)),
    forgetfulBase: members.at(-1)?.base ?? '',
    readHits: () => Promise.all(remembering.map((member) => member.readHits())),
    async begin({ deaf, cutOff }: Way): Promise<void> {
      await Promise.all(linksOf(deaf).map((link) => link.swallow('orgdex listener')));
      await Promise.all(linksOf(cutOff).map((link) => link.cut()));
    },
    async end({ deaf, cutOff }: Way): Promise<void> {
      await Promise.all(linksOf([...deaf, ...cutOff]).map((link) => link.mend()));
    },
    close: () => close(installation, members),
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
