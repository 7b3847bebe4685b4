import { setTimeout as sleep } from 'node:timers/promises';
import { areShared, becomes } from '../../../testing/src/processes/fleet.ts';
import { when } from '../../../testing/src/processes/promise.ts';
import { defineFault, type FaultSize } from './fault.ts';

interface Size extends FaultSize {
  readonly restarts: number;
  readonly baselineSeconds: number;
}

export const sharedWithinMs = 30_000;
const quietMs = 2000;

export const redisRestarted = defineFault<Size, boolean>({
  name: 'redis-restarted',
  says: 'a restart of Redis fails no request, and the p99 stays within twice the p99 before',
  sizes: {
    full: { perSecond: 300, restarts: 5, baselineSeconds: 30 },
    small: { perSecond: 30, restarts: 1, baselineSeconds: 5, slackMs: 2000 },
    tiny: { perSecond: 60, restarts: 1, baselineSeconds: 3, slackMs: 2000 },
  },
  breakages: [
    {
      what: 'a request needs Redis',
      changes: [
        {
          file: 'stores/redis/redis-connection.ts',
          from: "if (this.#mode === 'local') return undefined;",
          to: "if (this.#mode === 'local') throw new Error('Redis is unavailable');",
        },
      ],
      seen: /failed: .*500/,
    },
  ],
  async act({ stage, size, load, during }) {
    await during('before', async () => {
      // Starting stores takes processor time, so the p99 before includes it.
      await stage.stores.up();
      await sleep(size.baselineSeconds * 1000);
    });
    let areSharedAgain = true;
    for (let turn = 0; turn < size.restarts; turn += 1) {
      await during('during a restart', async () => {
        await stage.fleet.faults.redis.begin();
        await stage.fleet.faults.redis.end();
        areSharedAgain &&= await becomes(() => areShared(load.members), sharedWithinMs);
        await sleep(quietMs);
      });
    }
    return areSharedAgain;
  },
  p99: { 'during a restart': { times: 2, plusMs: 50 } },
  judge: ({ found }) => when(!found, 'the limits were not shared again afterwards'),
  done: ({ restarts }) => `${restarts} × Redis killed and restarted`,
});
