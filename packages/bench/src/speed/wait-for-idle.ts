import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the cores were idle and busy so far, in ms. */
function coreTimes(): { idle: number; all: number } {
  const times = cpus().map((core) => core.times);
  const sum = (of: readonly number[]) => of.reduce((total, value) => total + value, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((each) => Object.values(each))) };
}

/** What others may take of the cores for a round to begin. */
export const quietShare = 0.2;
const patienceMs = 120_000;

/** Waits until hardly anybody else works; nothing of ours does now. */
export async function waitForQuiet(): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; ) {
    const before = coreTimes();
    await sleep(300);
    const after = coreTimes();
    if (1 - (after.idle - before.idle) / (after.all - before.all) < quietShare) return;
  }
  throw new Error(
    `Others took more than ${quietShare} of the cores for ${patienceMs / 1000} s: measure when it is quiet.`,
  );
}
