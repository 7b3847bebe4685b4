import { setTimeout as sleep } from 'node:timers/promises';
import { becomes, type Exit, type Member } from '../../../testing/src/processes/fleet.ts';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { defineFault, type LoadSize } from '../scenarios/under-load.ts';

interface Size extends LoadSize {
  readonly rounds: number;
}

const probe = { everyMs: 200, timeoutMs: 1000 };
const readyWithinMs = 60_000;
const mostExitSeconds = 10;
const quietMs = 2000;
/** Longer than the balancer needs to notice. */
const settings = { ORGDEX_DRAIN_SECONDS: '2' };

const isReady = (base: string): Promise<boolean> =>
  fetch(`${base}/readyz`, { signal: AbortSignal.timeout(probe.timeoutMs) }).then(
    async (response) => {
      await response.text();
      return response.status === 200;
    },
    () => false,
  );

/** A balancer that sends requests only to processes whose `/readyz` responds with 200. */
function startBalancer(members: readonly Member[]) {
  let isStopped = false;
  const watching = members.map(async (member) => {
    for (; !isStopped; await sleep(probe.everyMs)) {
      const ready = await isReady(member.base);
      if (!isStopped) member.isUp = ready;
    }
  });
  return async () => {
    isStopped = true;
    await Promise.all(watching);
    for (const member of members) member.isUp = true;
  };
}

async function restartAll(members: readonly Member[], exits: Exit[]): Promise<void> {
  for (const member of members) {
    exits.push(await member.restart());
    const isBack = await becomes(async () => members.every(({ isUp }) => isUp), readyWithinMs);
    if (!isBack) throw new Error(`A restarted process is not ready: ${member.log()}`);
  }
}

const slowestOf = (exits: readonly Exit[]) => Math.max(...exits.map(({ seconds }) => seconds));

export const rollingRestart = defineFault<Size, readonly Exit[]>({
  name: 'rolling-restart',
  title:
    'a rolling restart behind a balancer that watches `/readyz` loses no request, and each process exits within 10 s',
  sizes: { full: { perSecond: 300, rounds: 10 }, small: { perSecond: 30, rounds: 1 } },
  prepare: async () => ({ settings }),
  async act({ size, load: { members }, during }) {
    const exits: Exit[] = [];
    const stopBalancer = startBalancer(members);
    try {
      await during('before', () => sleep(quietMs));
      await during('meanwhile', async () => {
        for (let round = 0; round < size.rounds; round += 1) await restartAll(members, exits);
        await sleep(quietMs);
      });
    } finally {
      await stopBalancer();
    }
    return exits;
  },
  expect: ({ found }) => found.filter(({ code }) => code !== 0).map(({ code }) => `a process exited with ${code}`),
  expectTimes: ({ found }) =>
    violationIf(slowestOf(found) > mostExitSeconds, `a process exited after ${slowestOf(found).toFixed(1)} s`),
  describe: ({ size, found }) => [
    `${size.rounds} rolling restarts of 3 processes`,
    `exits after ${slowestOf(found).toFixed(1)} s at most`,
  ],
});
