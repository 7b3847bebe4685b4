import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';
import { startOwnStores } from '../../../testing/src/stores/own-stores.ts';
import { type Command, readArguments } from '../arguments.ts';
import { createUnlimitedKey } from '../machine/unlimited-key.ts';
import { fillFile, note, stamp, stampText } from '../report/results.ts';
import { inParagraphs, tableOf, whole } from '../report/text.ts';
import {
  type Backup,
  createServingRole,
  type DrillContext,
  dump,
  latest,
  pointInTime,
  type RestoreWay,
} from './backups.ts';
import { openPostgresTools } from './postgres-tools.ts';
import { type Caller, differencesOf, readState, readUsage, type State, sampleCompanies } from './state.ts';

export interface DrillResult {
  readonly way: string;
  readonly backUpSeconds: number;
  /** From empty stores to a running PostgreSQL with the database. */
  readonly restoreSeconds: number;
  readonly rebuildSeconds: number;
  readonly serveSeconds: number;
  /** Compared with the state at the backup, or with the last state if changes are kept. */
  readonly differences: readonly string[];
  /** Opt-outs before and after the backup, and how many of these people were served after the restore. */
  readonly optOuts: number;
  readonly served: number;
  /** Keys of before and after the backup that work afterwards. */
  readonly keysBefore: boolean;
  readonly keysAfter: boolean;
  readonly usageExpected: number;
  readonly usageFound: number;
}

/** Opt-outs before the backup, and as many after it. */
const optOutsEach = 3;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

interface Employee {
  readonly person_id: string;
  readonly company_id: string;
  readonly country: string;
}

/** People of companies that a search returns completely. */
async function choosePeople({ pool }: Installation, ids: readonly string[], count: number): Promise<Employee[]> {
  const { rows } = await pool.query<Employee>(
    `SELECT person_id, company_id, country FROM employment WHERE NOT removed AND company_id IN (
       SELECT company_id FROM employment WHERE company_id = ANY($1) GROUP BY company_id HAVING count(*) <= 50)
     ORDER BY md5(person_id) LIMIT $2`,
    [ids, count],
  );
  return rows;
}

async function optOut({ orgdex }: Installation, people: readonly Employee[]): Promise<void> {
  for (const { person_id } of people) await orgdex('person', 'suppress', '--id', person_id);
}

/** New names for some companies, as an import after the backup. */
async function changeCompanies({ home, orgdex }: Installation): Promise<void> {
  const rows = Array.from({ length: 200 }, (_, at) => `n-${at},Heron Instruments ${at},Australia`);
  const file = join(home, 'later.csv');
  writeFileSync(file, ['key,company,country', ...rows].join('\n'));
  await orgdex('import', 'companies', file, '--source', 'later');
}

/** Of these people, those that a search in their company finds. Every search must succeed. */
async function countServed(installation: Installation, key: string, people: readonly Employee[]): Promise<number> {
  const serving = await startProcess(installation);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let served = 0;
  try {
    for (const { person_id, company_id, country } of people) {
      const body = JSON.stringify({ companyId: company_id, selectedCountry: country, size: '100' });
      const response = await fetch(`${serving.base}/people/search`, { method: 'POST', headers, body });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${response.status} ${text}`);
      if (text.includes(person_id)) served += 1;
    }
    return served;
  } finally {
    await serving.stop();
  }
}

const worksAt = async (base: string, key: string): Promise<boolean> =>
  (await fetch(`${base}/usage`, { headers: { authorization: `Bearer ${key}` } })).status === 200;

/** A state without what opt-outs change: their people are gone from the restored database, as they must be. */
const withoutPeople = ({ tables, responses, usage }: State, companies: ReadonlySet<string>): State => ({
  tables: Object.fromEntries(Object.entries(tables).filter(([name]) => !/^(?:employment|person|contact)/.test(name))),
  responses: Object.fromEntries(Object.entries(responses).filter(([id]) => !companies.has(id))),
  usage,
});

/** What was there before the stores were destroyed. */
interface Before {
  readonly caller: Caller;
  readonly laterKey: string;
  readonly gone: readonly Employee[];
  readonly atBackup: State;
  readonly atEnd: State;
  readonly backUpSeconds: ReadonlyMap<Backup, number>;
  /** The address of the database with a role that may only serve. */
  readonly servingUrl: string;
}

/** Loads, backs up in every way, and changes the data. */
async function prepare(backups: readonly Backup[], context: DrillContext, companies: number): Promise<Before> {
  const { installation } = context;
  for (const backup of backups) await backup.prepare(context);
  note(`loading ${companies} companies`);
  await installation.orgdex('demo', '--companies', String(companies), '--people', String(4 * companies));
  const servingUrl = await createServingRole(installation);
  const { key } = await createUnlimitedKey(installation, 'before');
  const caller: Caller = { key, ids: await sampleCompanies(installation) };
  const gone = await choosePeople(installation, caller.ids, 2 * optOutsEach);
  const found = await countServed(installation, key, gone);
  if (found < gone.length) throw new Error(`Only ${found} of ${gone.length} people were found before their opt-out.`);
  await optOut(installation, gone.slice(0, optOutsEach));
  const atBackup = await readState(installation, caller);
  note('backing up');
  const backUpSeconds = new Map<Backup, number>();
  for (const backup of backups) backUpSeconds.set(backup, await timed(() => backup.backUp(context)));
  await changeCompanies(installation);
  await optOut(installation, gone.slice(optOutsEach));
  const { key: laterKey } = await createUnlimitedKey(installation, 'after');
  await installation.orgdex('publish');
  const atEnd = await readState(installation, caller);
  for (const backup of backups) await backup.finish(context);
  return { caller, laterKey, gone, atBackup, atEnd, backUpSeconds, servingUrl };
}

/** Destroys all stores, restores them in this way, and compares. */
async function restore(way: RestoreWay, context: DrillContext, before: Before): Promise<DrillResult> {
  const { installation, stores } = context;
  const { caller, laterKey, gone, atBackup, atEnd, servingUrl } = before;
  note(`${way.name}: destroying all stores, and restoring`);
  await stores.destroy();
  const restoreSeconds = await timed(() => way.restore(context));
  const rebuildSeconds = await timed(() => installation.orgdex('rebuild'));
  const start = performance.now();
  const serving = await startProcess(installation, { settings: { DATABASE_URL: servingUrl } });
  const serveSeconds = (performance.now() - start) / 1000;
  const keysBefore = await worksAt(serving.base, caller.key);
  const keysAfter = await worksAt(serving.base, laterKey);
  await serving.stop();
  const usageFound = await readUsage(installation);
  const after = await readState(installation, caller);
  const expected = way.keepsChanges ? atEnd : atBackup;
  const affected = new Set(gone.map(({ company_id }) => company_id));
  const differences = way.keepsChanges
    ? differencesOf(expected, after)
    : differencesOf(withoutPeople(expected, affected), withoutPeople(after, affected));
  const served = await countServed(installation, caller.key, gone);
  const backUpSeconds = before.backUpSeconds.get(way.backup) ?? Number.NaN;
  return {
    ...{ way: way.name, backUpSeconds, restoreSeconds, rebuildSeconds, serveSeconds, differences },
    ...{ optOuts: gone.length, served, keysBefore, keysAfter, usageExpected: expected.usage, usageFound },
  };
}

/** Loads, backs up and changes once; then destroys all stores, restores and compares in each of these ways. */
export async function runDrill(ways: readonly RestoreWay[], companies: number): Promise<DrillResult[]> {
  const stores = await startOwnStores(1);
  const vault = mkdtempSync(join(tmpdir(), 'orgdex-vault-'));
  try {
    const tools = await openPostgresTools(stores.home);
    chmodSync(vault, 0o755);
    const { uid, gid } = tools.runAs;
    if (uid !== undefined && gid !== undefined) chownSync(vault, uid, gid);
    const installation = await openInstallation({ stores: stores.home });
    try {
      const context = { installation, stores, tools, vault };
      const before = await prepare([...new Set(ways.map(({ backup }) => backup))], context, companies);
      const results: DrillResult[] = [];
      for (const way of ways) {
        results.push(await restore(way, context, before));
        note(JSON.stringify(results.at(-1)));
      }
      return results;
    } finally {
      await installation.disconnect();
    }
  } finally {
    await stores.stop();
    rmSync(vault, { recursive: true, force: true });
  }
}

const seconds = (value: number) => `${whole.format(value)} s`;

const timeLine = (one: DrillResult): string[] => [
  ...[one.way, seconds(one.backUpSeconds)],
  ...[one.restoreSeconds, one.rebuildSeconds, one.serveSeconds].map(seconds),
  seconds(one.restoreSeconds + one.rebuildSeconds + one.serveSeconds),
];

const outcomeLine = (one: DrillResult): string[] => [
  ...[one.way, String(one.differences.length), `${one.served} of ${one.optOuts}`],
  ...[one.keysBefore ? 'work' : '**do not work**', one.keysAfter ? 'work' : 'are lost'],
  `${whole.format(one.usageFound)} of ${whole.format(one.usageExpected)}`,
];

const isGood = (one: DrillResult): boolean =>
  one.differences.length === 0 && one.served === 0 && one.keysBefore && one.usageFound === one.usageExpected;

const timeHead = ['way', 'backup', 'restore of PostgreSQL', 'rebuild', 'start', 'from empty stores to serving (RTO)'];
const outcomeHead = [
  ...['way', 'differences', 'opted-out people served'],
  ...['keys of before the backup', 'keys of after it', 'usage found'],
];

export const restoreCommand: Command = {
  usage: `backs up, destroys all stores, restores in three ways and compares; writes docs/operations/backup.md
  --companies N      of the synthetic dataset, with four times as many people (1000000)`,
  async run(args) {
    const { values } = readArguments(args, { companies: { type: 'string', default: '1000000' } });
    const companies = Number(values.companies);
    const results = await runDrill([dump, latest, pointInTime], companies);
    const text = inParagraphs([
      `${stampText(stamp())} ${whole.format(companies)} companies and ${whole.format(4 * companies)} people.`,
      tableOf(timeHead, results.map(timeLine)),
      tableOf(outcomeHead, results.map(outcomeLine)),
    ]);
    fillFile(new URL('../../../../docs/operations/backup.md', import.meta.url), 'measured', text);
    process.stdout.write(`${text}\n`);
    return results.every(isGood) ? 0 : 1;
  },
};
