import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type KeyTerms, planLimits } from '@orgdex/contract';
import { setAccount } from '../../../server/src/api/access/accounts.ts';
import { issueKey } from '../../../server/src/api/access/key-changes.ts';
import { setPlan } from '../../../server/src/api/access/plans.ts';
import { readSecret } from '../../../server/src/core/settings/secret.ts';
import { freePort } from '../../../testing/src/processes/free-port.ts';
import { program } from '../../../testing/src/processes/installation.ts';
import { familyOf, listenersAt } from '../load/cpu.ts';
import type { BenchInstallation } from './installation.ts';

/** What is compared: OpenSearch queried directly, the service without keys, limits and metering, and the full service. */
export const variants = ['opensearchOnly', 'withoutAccess', 'fullService'] as const;
export type Variant = (typeof variants)[number];
export const variantNames: Readonly<Record<Variant, string>> = {
  opensearchOnly: 'OpenSearch only',
  withoutAccess: 'without access control',
  fullService: 'full service',
};

export interface Target {
  readonly base: string;
  /** Keys that are used in turn, so that the highest rate of a plan is not the limit. */
  readonly keys: readonly string[];
  /** The processes of the service; empty for OpenSearch alone. */
  processes(): number[];
}

export interface Targets {
  readonly all: Readonly<Record<Variant, Target>>;
  /** Number of processes of the full service. */
  readonly workers: number;
  /** The processes of OpenSearch. */
  readonly opensearch: readonly number[];
  close(): Promise<void>;
}

const serverWithoutAccess = fileURLToPath(new URL('./server-without-access.ts', import.meta.url));
const keyCount = 4;
const startMs = 60_000;

/** Keys of an account with all limits: rate, burst and monthly credits. */
async function issueKeys({ pool, config }: BenchInstallation): Promise<string[]> {
  const deps = { pool, auditKey: readSecret(config.ORGDEX_HOME).auditKey, actor: 'cli:bench' };
  const name = `bench-${randomBytes(4).toString('hex')}`;
  const { rate, burst, credits } = planLimits;
  await setPlan(deps, { name, terms: { rate, burst, monthly_credits: credits } });
  await setAccount(deps, { name, terms: { plan: name } });
  const terms: KeyTerms = { account: name, scopes: ['company:read', 'company:search', 'people:search'] };
  const keys: string[] = [];
  for (let one = 0; one < keyCount; one += 1) keys.push((await issueKey(deps, { terms })).key);
  return keys;
}

const isUpAt = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  );

interface Serving {
  readonly child: ChildProcess;
  readonly base: string;
}

/** Starts a server and waits until it listens. Its log goes to /dev/null, so that it does not wait for the disk. */
async function start({ env }: BenchInstallation, script: string, ...args: string[]): Promise<Serving> {
  const [port, metrics] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...env, HOST: '127.0.0.1', PORT: String(port), METRICS_PORT: String(metrics) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The measurement can be interrupted at any time.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('close', () => process.off('exit', endWithUs));
  const base = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + startMs; !(await isUpAt(`${base}/readyz`)); await sleep(100)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`${script} does not respond on ${base}`);
  }
  return { child, base };
}

async function stop({ child }: Serving): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'close');
}

interface TargetOptions {
  /** Number of processes of the full service. */
  readonly workers?: number;
  /** Settings of the services, in addition to those of the installation. */
  readonly settings?: Readonly<Record<string, string>>;
}

const processesOf =
  ({ child }: Serving) =>
  () =>
    familyOf(child.pid as number);

const withSettings = (given: BenchInstallation, { settings = {} }: TargetOptions): BenchInstallation => ({
  ...given,
  env: { ...given.env, ...settings },
});

/** The service as it is used, with keys that reach no limit. */
export async function openFullService(given: BenchInstallation, options: TargetOptions = {}) {
  const installation = withSettings(given, options);
  const { workers = 1 } = options;
  const keys = await issueKeys(installation);
  const args = workers > 1 ? ['--workers', String(workers)] : [];
  const serving = await start(installation, program, 'serve', ...args);
  const target: Target = { base: serving.base, keys, processes: processesOf(serving) };
  return { target, close: () => stop(serving) };
}

/** OpenSearch, queried directly. */
export const opensearchTarget = ({ config }: BenchInstallation): Target => ({
  base: config.OPENSEARCH_URL[0] as string,
  keys: [],
  processes: () => [],
});

export const opensearchProcesses = ({ config }: BenchInstallation): readonly number[] =>
  listenersAt(config.OPENSEARCH_URL);

export async function openTargets(given: BenchInstallation, options: TargetOptions = {}): Promise<Targets> {
  const withoutAccess = await start(withSettings(given, options), serverWithoutAccess);
  const fullService = await openFullService(given, options);
  return {
    all: {
      opensearchOnly: opensearchTarget(given),
      withoutAccess: { base: withoutAccess.base, keys: [], processes: processesOf(withoutAccess) },
      fullService: fullService.target,
    },
    workers: options.workers ?? 1,
    opensearch: opensearchProcesses(given),
    async close() {
      await Promise.all([stop(withoutAccess), fullService.close()]);
    },
  };
}
