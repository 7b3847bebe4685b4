import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { areShared, becomes } from '../../../testing/src/processes/fleet.ts';
import { when } from '../../../testing/src/processes/promise.ts';
import { defineFault, type FaultSize, type Rig } from './fault.ts';
import { sharedWithinMs } from './redis-restarted.ts';
import { startRedis, tellRedis } from './stores/redis-copy.ts';
import { mountSmallDisk } from './stores/small-disk.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  readonly fullSeconds: number;
}

interface Small extends Rig {
  readonly disk: Awaited<ReturnType<typeof mountSmallDisk>>;
  readonly url: string;
}

/** Whether the limits were local while Redis refused writes, and shared again afterwards. */
interface Found {
  readonly wereLocal: boolean;
  readonly areSharedAgain: boolean;
}

const megabytes = 2;

export const redisFull = defineFault<Size, Found, Small>({
  name: 'redis-full',
  says: 'clients do not notice that Redis has no memory or no disk left and refuses writes; the limits are shared again when it has',
  sizes: {
    full: { perSecond: 300, baselineSeconds: 20, fullSeconds: 30 },
    small: { perSecond: 30, baselineSeconds: 3, fullSeconds: 4, slackMs: 2000 },
    tiny: { perSecond: 30, baselineSeconds: 2, fullSeconds: 3, slackMs: 2000 },
  },
  breakages: [
    {
      what: 'an error of Redis is one of the request',
      changes: [
        {
          file: 'stores/redis/redis-connection.ts',
          from: 'this.#lose(redis, error);\n      return undefined;',
          to: 'throw error;',
        },
      ],
      seen: /failed/,
    },
  ],
  async prepare({ fleet }) {
    const folder = mkdtempSync(join(tmpdir(), 'orgdex-small-'));
    const disk = await mountSmallDisk(folder, megabytes);
    // A snapshot each second in which something was written.
    const redis = await startRedis('--dir', folder, '--save', '1 1');
    async function close(): Promise<void> {
      await fleet.stop();
      await redis.stop();
      await disk.unmount();
      rmSync(folder, { recursive: true, force: true });
    }
    return { settings: { REDIS_URL: redis.url }, disk, url: redis.url, close };
  },
  async act({ size, rig: { disk, url }, load, during }) {
    const wait = () => sleep(size.fullSeconds * 1000);
    const areLocal = () => areShared(load.members, 0);
    const recovers = () => becomes(() => areShared(load.members), sharedWithinMs);
    await during('before', () => sleep(size.baselineSeconds * 1000));
    const noMemory = await during('without memory', async () => {
      await tellRedis(url, 'CONFIG', 'SET', 'maxmemory', '1');
      await wait();
      return areLocal();
    });
    await tellRedis(url, 'CONFIG', 'SET', 'maxmemory', '0');
    const first = await recovers();
    const noDisk = await during('without disk', async () => {
      disk.fill();
      await becomes(areLocal, sharedWithinMs);
      await wait();
      return areLocal();
    });
    disk.free();
    await tellRedis(url, 'BGSAVE').catch(() => {});
    return { wereLocal: noMemory && noDisk, areSharedAgain: first && (await recovers()) };
  },
  p99: { 'without memory': { times: 2, plusMs: 50 }, 'without disk': { times: 2, plusMs: 50 } },
  judge: ({ found }) => [
    ...when(!found.wereLocal, 'Redis did not refuse writes'),
    ...when(!found.areSharedAgain, 'the limits were not shared again afterwards'),
  ],
  done: ({ fullSeconds }) =>
    `Redis over \`maxmemory\`, then with a full disk (\`stop-writes-on-bgsave-error\`), ${fullSeconds} s each`,
});
