import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** The idle and total time of all cores so far, in ms. */
function coreTimes(): { idle: number; all: number } {
  const times = cpus().map((core) => core.times);
  const sum = (of: readonly number[]) => of.reduce((total, value) => total + value, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((each) => Object.values(each))) };
}

/** A round starts when other processes use less than this share of the cores. */
const maxBusyShare = 0.2;
const timeoutMs = 120_000;

/** Waits until the machine is idle. The measurement itself must not run at this time. */
export async function waitForIdle(): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
    const before = coreTimes();
    await sleep(300);
    const after = coreTimes();
    if (1 - (after.idle - before.idle) / (after.all - before.all) < maxBusyShare) return;
  }
  throw new Error(
    `Other processes used more than ${maxBusyShare} of the cores for ${timeoutMs / 1000} s. Measure again on an idle machine.`,
  );
}
