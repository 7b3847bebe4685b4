import { setTimeout as sleep } from 'node:timers/promises';
import { areShared, becomes } from '../../../testing/src/processes/fleet.ts';
import { when } from '../../../testing/src/processes/promise.ts';
import { type Link, openLink } from '../../../testing/src/stores/faulty-link.ts';
import { defineFault, type FaultSize, type Rig } from './fault.ts';
import { sharedWithinMs } from './redis-restarted.ts';
import { startRedis, tellRedis } from './stores/redis-copy.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  /** From the loss of the primary until the replica is promoted. */
  readonly downSeconds: number;
}

interface Replicated extends Rig {
  readonly link: Link;
  readonly replica: string;
}

const quietMs = 3000;
/** Longer than a process needs to connect to the replica. */
const readOnlyMs = 2500;

export const redisFailover = defineFault<Size, boolean, Replicated>({
  name: 'redis-failover',
  says: 'clients do not notice that Redis fails over to a replica behind the same address; the limits are shared again when it is promoted',
  sizes: {
    full: { perSecond: 300, baselineSeconds: 20, downSeconds: 30 },
    small: { perSecond: 30, baselineSeconds: 4, downSeconds: 4, slackMs: 2000 },
    tiny: { perSecond: 30, baselineSeconds: 2, downSeconds: 3, slackMs: 2000 },
  },
  breakages: [
    {
      what: 'a lost connection is not opened again',
      changes: [
        {
          file: 'stores/redis/redis-connection.ts',
          from: 'this.#probe = setInterval(() => void this.#open(), probeMs).unref();',
          to: '',
        },
      ],
      seen: /not shared/,
    },
  ],
  async prepare({ fleet, stores }) {
    const { redisUrl } = fleet.installation;
    const { hostname, port } = new URL(redisUrl);
    const replica = await startRedis('--replicaof', hostname, port);
    const link = await openLink(redisUrl);
    async function close(): Promise<void> {
      await fleet.stop();
      await link.close();
      await replica.stop();
      await stores.up();
    }
    return { settings: { REDIS_URL: link.url }, link, replica: replica.url, close };
  },
  async act({ stage: { stores }, size, rig, load, during }) {
    await during('before', () => sleep(size.baselineSeconds * 1000));
    const isReplicated = String(await tellRedis(rig.replica, 'INFO', 'replication')).includes('master_link_status:up');
    if (!isReplicated) throw new Error('The replica is not connected.');
    await during('without a primary', async () => {
      stores.killRedis();
      await sleep(size.downSeconds * 1000);
      await rig.link.lead(rig.replica);
      // Processes connect to the replica, and it rejects writes.
      await sleep(readOnlyMs);
      await tellRedis(rig.replica, 'REPLICAOF', 'NO', 'ONE');
    });
    return during('after', async () => {
      const areSharedAgain = await becomes(() => areShared(load.members), sharedWithinMs);
      await sleep(quietMs);
      return areSharedAgain;
    });
  },
  p99: { 'without a primary': { times: 2, plusMs: 50 }, after: { times: 2, plusMs: 50 } },
  judge: ({ found }) => when(!found, 'the limits were not shared again afterwards'),
  done: ({ downSeconds }) =>
    `the primary killed, its replica reachable after ${downSeconds} s and promoted 2.5 s later`,
});
