import { setTimeout as sleep } from 'node:timers/promises';
import { Problems } from './process.ts';
import type { PortUse } from './settings.ts';

/** How long a store may take until it answers. */
export const readyTimeoutMs = 180_000;

/** One process that outlives the script. */
export type Daemon = {
  name: string;
  folder: string;
  address: string;
  ports: PortUse[];
  log: string;
  pid: () => number | undefined;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** What answers as one: a single process, or the nodes of a cluster. */
export type Store = {
  name: string;
  address: string;
  daemons: Daemon[];
  /** Makes what must be there before any of its processes starts. */
  prepare: () => Promise<void>;
  /** Whether it answers; throws when it never will. */
  isReady: () => Promise<boolean>;
};

export const isRunning = (daemon: Daemon) => daemon.pid() !== undefined;

export async function waitReady({ daemons, isReady }: Store): Promise<void> {
  const began = Date.now();
  while (!(await isReady())) {
    const waitedMs = Date.now() - began;
    if (waitedMs > readyTimeoutMs) throw new Problems([`no answer within ${readyTimeoutMs / 1000} s`]);
    // One that was just started may not have written its pid file yet.
    const gone = daemons.find((daemon) => !isRunning(daemon));
    if (gone && waitedMs > 3_000) throw new Problems([`${gone.name} stopped by itself`]);
    await sleep(100);
  }
}
