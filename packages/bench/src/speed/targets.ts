import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../testing/src/processes/free-port.ts';
import { type Installation, program } from '../../../testing/src/processes/installation.ts';
import { familyOf, listenersAt } from '../machine/cpu.ts';
import { createUnlimitedKey } from '../machine/unlimited-key.ts';

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
async function start(env: NodeJS.ProcessEnv, script: string, ...args: string[]): Promise<Serving> {
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

const targetOf = ({ base, child }: Serving, keys: readonly string[]): Target => ({
  base,
  keys,
  processes: () => familyOf(child.pid as number),
});

interface TargetOptions {
  /** Number of processes of the full service. */
  readonly workers?: number;
  /** Settings of the services, in addition to those of the installation. */
  readonly settings?: Readonly<Record<string, string>>;
}

export async function openTargets(
  installation: Installation,
  { workers = 1, settings = {} }: TargetOptions = {},
): Promise<Targets> {
  const env = { ...installation.env, LOG_LEVEL: 'info', ...settings };
  const nodes = env.OPENSEARCH_URL.split(',');
  const keys: string[] = [];
  while (keys.length < keyCount) keys.push((await createUnlimitedKey(installation, 'bench')).key);
  const withoutAccess = await start(env, serverWithoutAccess);
  const fullService = await start(env, program, 'serve', ...(workers > 1 ? ['--workers', String(workers)] : []));
  return {
    all: {
      opensearchOnly: { base: nodes[0] as string, keys: [], processes: () => [] },
      withoutAccess: targetOf(withoutAccess, []),
      fullService: targetOf(fullService, keys),
    },
    workers,
    opensearch: listenersAt(nodes),
    async close() {
      await Promise.all([stop(withoutAccess), stop(fullService)]);
    },
  };
}
