import { setTimeout as sleep } from 'node:timers/promises';
import { becomes, type Exit, type Member } from '../../../server/test/support/processes/fleet.ts';
import { when } from '../../../server/test/support/processes/promise.ts';
import { type Asked, countOutcomes, isFailed } from '../../../server/test/support/processes/steady-load.ts';
import { defineFault, type FaultSize, openLoad, watchClients } from './fault.ts';

interface Size extends FaultSize {
  readonly rounds: number;
}

interface Result extends Size {
  readonly requests: number;
  readonly failed: readonly Asked[];
  readonly exits: readonly Exit[];
}

const probeEveryMs = 200;
const probeTimeoutMs = 1000;
const readyWithinMs = 60_000;
const mostExitSeconds = 10;
const quietMs = 2000;
/** Longer than the balancer needs to notice. */
const settings = { ORGDEX_DRAIN_SECONDS: '2' };

const isReady = (base: string): Promise<boolean> =>
  fetch(`${base}/readyz`, { signal: AbortSignal.timeout(probeTimeoutMs) }).then(
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
    for (; !isStopped; await sleep(probeEveryMs)) {
      const ready = await isReady(member.base);
      if (!isStopped) member.isUp = ready;
    }
  });
  return async () => {
    isStopped = true;
    await Promise.all(watching);
  };
}

async function restartAll(members: readonly Member[], exits: Exit[]): Promise<void> {
  for (const member of members) {
    exits.push(await member.restart());
    const isBack = await becomes(async () => members.every(({ isUp }) => isUp), readyWithinMs);
    if (!isBack) throw new Error(`A restarted process is not ready: ${member.log()}`);
  }
}

export const rollingRestart = defineFault<Size, Result>({
  name: 'rolling-restart',
  says: 'a rolling restart behind a balancer that watches `/readyz` loses no request, and each process exits within 10 s',
  sizes: {
    full: { perSecond: 300, rounds: 10 },
    small: { perSecond: 30, rounds: 1 },
    tiny: { perSecond: 60, rounds: 1 },
  },
  breakages: [
    {
      what: 'a process that stops says that it is ready',
      changes: [{ file: 'serve.ts', from: 'isDraining = true;', to: '' }],
      seen: /failed/,
    },
  ],
  async run(stage, size) {
    const load = await openLoad(stage, size, settings);
    const exits: Exit[] = [];
    const stopBalancer = startBalancer(load.members);
    try {
      const asked = await watchClients(stage, load, async () => {
        await sleep(quietMs);
        for (let round = 0; round < size.rounds; round += 1) await restartAll(load.members, exits);
        await sleep(quietMs);
      });
      return { ...size, requests: asked.length, failed: asked.filter(isFailed), exits };
    } finally {
      await stopBalancer();
      for (const member of load.members) member.isUp = true;
    }
  },
  judge: ({ requests, failed, exits }) => [
    ...when(requests === 0, 'no request was sent'),
    ...when(failed.length > 0, `failed: ${countOutcomes(failed)}`),
    ...exits
      .filter(({ code, seconds }) => code !== 0 || seconds > mostExitSeconds)
      .map(({ code, seconds }) => `a process exited with ${code} after ${seconds.toFixed(1)} s`),
  ],
  tell: ({ perSecond, rounds, requests, failed, exits }) =>
    `${rounds} rolling restarts of 3 processes, ${perSecond} requests/s: ${failed.length} of ${requests} failed; ` +
    `exits after ${Math.max(...exits.map(({ seconds }) => seconds)).toFixed(1)} s at most`,
});
