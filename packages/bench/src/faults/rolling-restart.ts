import { setTimeout as sleep } from 'node:timers/promises';
import { becomes, type Exit, type Member } from '../../../testing/src/processes/fleet.ts';
import { defineFault, type FaultSize } from './fault.ts';

interface Size extends FaultSize {
  readonly rounds: number;
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

export const rollingRestart = defineFault<Size, readonly Exit[]>({
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
      for (const member of members) member.isUp = true;
    }
    return exits;
  },
  judge: ({ found }) =>
    found
      .filter(({ code, seconds }) => code !== 0 || seconds > mostExitSeconds)
      .map(({ code, seconds }) => `a process exited with ${code} after ${seconds.toFixed(1)} s`),
  done: ({ rounds }) => `${rounds} rolling restarts of 3 processes`,
  also: ({ found }) => [`exits after ${Math.max(...found.map(({ seconds }) => seconds)).toFixed(1)} s at most`],
});
