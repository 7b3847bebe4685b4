import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Installation,
  program as newProgram,
  openInstallation,
} from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';
import { readUsage } from '../restore/state.ts';
import { type SentRequest, startRequests, type Target } from './steady-requests.ts';

export interface UpgradeResult {
  readonly plan: string;
  readonly seconds: Readonly<Record<string, number>>;
  readonly sent: readonly SentRequest[];
  /** The credits that the responses cost, and how many the database has counted in the end. */
  readonly charged: number;
  readonly counted: number;
}

interface Options {
  /** The main.ts of the old version. */
  readonly oldProgram: string;
  readonly companies: number;
  readonly perSecond: number;
  note(text: string): void;
}

/** How long each state is kept under load. */
const stateMs = 15_000;
/** How long the usage may take to reach the database. */
const usageSeconds = 60;

interface Server extends Target {
  readonly process: Awaited<ReturnType<typeof startProcess>>;
}

async function start(installation: Installation, build: string): Promise<Server> {
  const started = await startProcess(installation, { build });
  return { base: started.base, process: started, isUp: true };
}

/** Takes it out of the balancer first, as an orchestrator does. */
async function stop(server: Server): Promise<void> {
  server.isUp = false;
  await sleep(1000);
  await server.process.stop();
}

async function prepare({ orgdex, pool }: Installation, companies: number) {
  await orgdex('demo', '--companies', String(companies), '--people', String(4 * companies));
  await orgdex('plan', 'set', 'standard', '--rate', '10000', '--burst', '20000');
  const scopes = ['--scope', 'company:read', '--scope', 'people:search'];
  const { out } = await orgdex('key', 'create', '--account', 'drill', '--create-account', ...scopes);
  const { rows } = await pool.query(
    'SELECT DISTINCT company_id AS id FROM employment WHERE NOT removed ORDER BY 1 LIMIT 1000',
  );
  const before = await readUsage({ pool });
  return { key: out.trim(), ids: rows.map(({ id }) => id as string), before };
}

/** Upgrades a running service from the old version to this one, step by step as the guide says, under load. */
async function upgrade(installation: Installation, options: Options): Promise<UpgradeResult> {
  const { oldProgram, companies, perSecond, note } = options;
  const { key, ids, before } = await prepare(installation, companies);
  const runNew = (...args: string[]) => installation.runBuild(newProgram, ...args);
  const old = await start(installation, oldProgram);
  const targets: Server[] = [old];
  const requests = startRequests({ targets, key, ids, perSecond });
  const seconds: Record<string, number> = {};
  const phase = async (name: string, work: () => Promise<unknown>) => {
    note(name);
    requests.enter(name);
    const began = performance.now();
    await work();
    seconds[name] = (performance.now() - began) / 1000;
  };
  let plan = '';
  try {
    await phase('old process', () => sleep(stateMs));
    await phase('migrate', async () => {
      plan = (await runNew('migrate', '--plan')).out.trim();
      await runNew('migrate');
    });
    await phase('rebuild', () => runNew('rebuild'));
    await phase('new process starts', async () => targets.push(await start(installation, newProgram)));
    await phase('both processes', () => sleep(stateMs));
    await phase('old process stops', () => stop(old));
    await phase('new process', () => sleep(stateMs));
    const sent = await requests.stop();
    const charged = sent.reduce((sum, { credits }) => sum + credits, 0);
    const counted = async () => (await readUsage(installation)) - before;
    // The new process also counts what the old one left in its spool.
    for (let left = usageSeconds; left > 0 && (await counted()) < charged; left -= 1) await sleep(1000);
    await stop(targets[1] as Server);
    return { plan, seconds, sent, charged, counted: await counted() };
  } finally {
    await requests.stop();
    for (const target of targets) await target.process.kill();
  }
}

export async function runUpgradeDrill(options: Options): Promise<UpgradeResult> {
  const installation = await openInstallation({ build: options.oldProgram });
  try {
    return await upgrade(installation, options);
  } finally {
    await installation.close();
  }
}
