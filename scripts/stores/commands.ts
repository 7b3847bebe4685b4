import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureTools } from './install.ts';
import { isPortFree, Problems, tailOf, throwIfAny } from './process.ts';
import type { Settings } from './settings.ts';
import { type Daemon, isRunning, type Store, waitReady } from './store.ts';
import { daemonsOf, startedSettings, storesFileOf, storesOf, writeStoresFile } from './stores.ts';

/** Starts what is not running yet, and returns when every store answers. */
export async function up(settings: Settings, mayInstall: boolean): Promise<void> {
  if (daemonsOf(settings).some(isRunning)) checkSameSettings(settings);
  const stopped = storesOf(settings).flatMap(({ daemons }) => daemons.filter((daemon) => !isRunning(daemon)));
  const tools = stopped.length > 0 ? await ensureTools(settings.home, mayInstall) : undefined;
  await checkPorts(stopped);
  writeStoresFile(settings);
  const results = await Promise.allSettled(storesOf(settings, tools).map(startStore));
  throwIfAny(results.flatMap((result) => (result.status === 'rejected' ? problemsOf(result.reason) : [])));
}

function checkSameSettings(settings: Settings): void {
  const started = startedSettings(settings) ?? settings;
  const differing = (['nodes', 'postgresPort', 'redisPort', 'opensearchPort'] as const)
    .filter((name) => started[name] !== settings[name])
    .map((name) => `${name} ${started[name]}, not ${settings[name]}`);
  if (differing.length === 0) return;
  throw new Problems([`the stores run with ${differing.join('; ')}: stop them first with npm run stores:down`]);
}

async function checkPorts(stopped: readonly Daemon[]): Promise<void> {
  const uses = stopped.flatMap(({ name, ports }) => ports.map((use) => ({ name, ...use })));
  const checked = await Promise.all(uses.map(async (use) => ({ ...use, isFree: await isPortFree(use.port) })));
  const busy = checked.filter(({ isFree }) => !isFree);
  throwIfAny(
    busy.map(({ name, port, setting }) => `port ${port} for ${name} is in use: stop what uses it, or set ${setting}`),
  );
}

async function startStore(store: Store): Promise<void> {
  const { name, address, daemons } = store;
  const began = performance.now();
  const stopped = daemons.filter((daemon) => !isRunning(daemon));
  try {
    if (stopped.length > 0) await store.prepare();
    await Promise.all(stopped.map((daemon) => daemon.start()));
    await waitReady(store);
  } catch (error) {
    const logs = stopped.filter(({ log }) => existsSync(log)).map(({ log }) => `${log} ends with:\n${tailOf(log)}`);
    throw new Problems([`${name} did not start`, ...problemsOf(error), ...logs]);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const what = stopped.length === 0 ? 'already running' : `ready after ${seconds} s`;
  console.log(`${name.padEnd(10)}  ${address}  ${what}`);
}

function problemsOf(reason: unknown): readonly string[] {
  if (reason instanceof Problems) return reason.list;
  throw reason;
}

/** Stops what was started in this home, and returns when it is gone. */
export async function down(settings: Settings, purge: boolean): Promise<void> {
  const running = daemonsOf(settings).filter(isRunning);
  if (running.length === 0) console.log('no store is running');
  await Promise.all(
    running.map(async (daemon) => {
      await daemon.stop();
      console.log(`${daemon.name.padEnd(13)}  stopped`);
    }),
  );
  rmSync(storesFileOf(settings.home), { force: true });
  if (!purge) return;
  rmSync(join(settings.home, 'stores'), { recursive: true, force: true });
  console.log('the stores and their data are deleted');
}

/** Says what runs; the exit code is 0 only when everything does. */
export function status(settings: Settings): number {
  const daemons = daemonsOf(settings);
  for (const { name, address, pid } of daemons) {
    const running = pid();
    console.log(`${name.padEnd(13)}  ${address}  ${running === undefined ? 'stopped' : `running, process ${running}`}`);
  }
  return daemons.every(isRunning) ? 0 : 1;
}
