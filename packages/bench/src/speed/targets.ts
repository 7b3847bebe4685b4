import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type KeyTerms, planLimits } from '@orgdex/contract';
import { setAccount } from '../../../server/src/access/accounts.ts';
import { issueKey } from '../../../server/src/access/create-key.ts';
import { setPlan } from '../../../server/src/access/plans.ts';
import { readSecret } from '../../../server/src/settings/secret.ts';
import { program } from '../../../server/test/support/processes/installation.ts';
import { freePort } from '../../../server/test/support/processes/serving.ts';
import { familyOf, listenersAt } from '../load/cpu.ts';
import type { Place } from './installation.ts';

/** What is compared: the engine alone, the service with nobody asked who they are, and the service as it is. */
export const ways = ['bare', 'off', 'on'] as const;
export type Way = (typeof ways)[number];

export interface Target {
  readonly base: string;
  /** Keys that take turns, so that the highest rate of a plan is not the limit. */
  readonly keys: readonly string[];
  /** The processes of the service; the bare engine has none. */
  processes(): number[];
}

export interface Targets {
  readonly all: Readonly<Record<Way, Target>>;
  /** The processes of the engine. */
  readonly engine: readonly number[];
  close(): Promise<void>;
}

const offServer = fileURLToPath(new URL('./server-without-access.ts', import.meta.url));
const keyCount = 4;
const startMs = 60_000;

/** Keys of an account that is held to everything: a rate, a burst, and credits of the month. */
async function issueKeys({ pool, config }: Place): Promise<string[]> {
  const deps = { pool, auditKey: readSecret(config.ORGDEX_HOME).auditKey, actor: 'cli:bench' };
  const name = `bench-${randomBytes(4).toString('hex')}`;
  const { rate, burst, credits } = planLimits;
  await setPlan(deps, { name, terms: { rate, burst, monthly_credits: credits } });
  await setAccount(deps, { name, terms: { plan: name } });
  const terms: KeyTerms = { account: name, scopes: ['company:read', 'people:search'] };
  const keys: string[] = [];
  for (let one = 0; one < keyCount; one += 1) keys.push((await issueKey(deps, { terms })).key);
  return keys;
}

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  );

interface Serving {
  readonly child: ChildProcess;
  readonly base: string;
}

/** A serving process, listening. Its log goes where a service's may go without a disk to wait for. */
async function start({ env }: Place, script: string, ...args: string[]): Promise<Serving> {
  const [port, metrics] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...env, HOST: '127.0.0.1', PORT: String(port), METRICS_PORT: String(metrics) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Whoever measures may break off at any time.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('close', () => process.off('exit', endWithUs));
  const base = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + startMs; !(await answers(`${base}/readyz`)); await sleep(100)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`${script} does not answer on ${base}`);
  }
  return { child, base };
}

async function stop({ child }: Serving): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'close');
}

interface TargetOptions {
  /** Processes of the service that has everything on. */
  readonly workers?: number;
  /** Of both services, beside those of the installation. */
  readonly settings?: Readonly<Record<string, string>>;
}

export async function openTargets(given: Place, { workers = 1, settings = {} }: TargetOptions = {}): Promise<Targets> {
  const place = { ...given, env: { ...given.env, ...settings } };
  const keys = await issueKeys(place);
  const off = await start(place, offServer);
  const on = await start(place, program, 'serve', ...(workers > 1 ? ['--workers', String(workers)] : []));
  const urls = place.config.OPENSEARCH_URL;
  const processesOf =
    ({ child }: Serving) =>
    () =>
      familyOf(child.pid as number);
  return {
    all: {
      bare: { base: urls[0] as string, keys: [], processes: () => [] },
      off: { base: off.base, keys: [], processes: processesOf(off) },
      on: { base: on.base, keys, processes: processesOf(on) },
    },
    engine: listenersAt(urls),
    async close() {
      await Promise.all([stop(off), stop(on)]);
    },
  };
}
