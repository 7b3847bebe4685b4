import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeCounted, readCounted } from '../../../testing/src/processes/counted.ts';
import { becomes } from '../../../testing/src/processes/fleet.ts';
import { when } from '../../../testing/src/processes/promise.ts';
import type { OwnStores } from '../../../testing/src/stores/own-stores.ts';
import { askWithNewKey } from './clients.ts';
import { defineFault, type FaultSize, type Rig } from './fault.ts';
import { mountSmallDisk, runTool } from './stores/small-disk.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  readonly fullSeconds: number;
}

interface Small extends Rig {
  readonly disk: Awaited<ReturnType<typeof mountSmallDisk>>;
}

const megabytes = 1024;
const quietMs = 3000;
const settlesWithinMs = 60_000;

/** Copies the database to a small disk, and runs PostgreSQL there. Afterwards it continues with what it had before. */
async function moveToSmallDisk({ postgresData: data, killPostgres, up }: OwnStores) {
  const folder = join(dirname(data), 'small');
  mkdirSync(folder, { recursive: true });
  const disk = await mountSmallDisk(folder, megabytes);
  killPostgres();
  await sleep(1000);
  await runTool('cp', '-a', `${data}/.`, folder);
  await runTool('chown', '--reference', data, folder);
  await runTool('chmod', '--reference', data, folder);
  await runTool('mount', '--bind', folder, data);
  await up();
  async function moveBack(): Promise<void> {
    disk.free();
    killPostgres();
    await sleep(1000);
    await runTool('umount', '-l', data);
    await disk.unmount();
    rmSync(folder, { recursive: true, force: true });
    await up();
  }
  return { disk, moveBack };
}

export const postgresFull = defineFault<Size, boolean, Small>({
  name: 'postgres-full',
  says: [
    'while the disk of PostgreSQL is full, keys in use keep working; when there is space again, new keys work, and',
    'no usage is lost or counted twice',
  ].join(' '),
  sizes: {
    full: { perSecond: 300, baselineSeconds: 20, fullSeconds: 60 },
    small: { perSecond: 30, baselineSeconds: 3, fullSeconds: 8, slackMs: 2000 },
    tiny: { perSecond: 30, baselineSeconds: 2, fullSeconds: 8, slackMs: 2000 },
  },
  breakages: [
    {
      what: 'a line of the spool counts as shipped before the database has it',
      changes: [
        {
          file: 'api/metering/ship-own-usage.ts',
          from: 'const stretch = await this.#deps.shipper.shipSome(this.#deps.spool);',
          to: [
            'const stretch = await this.#deps.shipper.shipSome(this.#deps.spool).catch((e) => {',
            'this.#deps.spool.begin(); this.#deps.spool.dropBefore(1e9); throw e; });',
          ].join(' '),
        },
      ],
      seen: /lost/,
    },
  ],
  async prepare({ fleet, stores }) {
    await fleet.stop();
    const { disk, moveBack } = await moveToSmallDisk(stores);
    async function close(): Promise<void> {
      await fleet.stop();
      await moveBack();
    }
    return { disk, close };
  },
  async act({ stage: { stores, fleet }, size, rig: { disk }, during }) {
    await during('before', () => sleep(size.baselineSeconds * 1000));
    await during('while it is full', async () => {
      for (const until = Date.now() + size.fullSeconds * 1000; Date.now() < until; await sleep(500)) disk.fill();
    });
    return during('after it is freed', async () => {
      disk.free();
      // PostgreSQL stops if it cannot write its log.
      await stores.up();
      const isBack = await becomes(
        () =>
          fleet.admin.readStatus().then(
            () => true,
            () => false,
          ),
        settlesWithinMs,
      );
      await sleep(quietMs);
      return isBack;
    });
  },
  p99: { 'while it is full': { times: 3 } },
  judge: ({ found }) => when(!found, 'the database was not available again'),
  async verify({ stage: { fleet }, load }, asked) {
    const status = await askWithNewKey(fleet, load);
    return [
      ...when(status !== 200, `a new key got ${status} afterwards`),
      ...judgeCounted(await readCounted(fleet, asked)),
    ];
  },
  done: ({ fullSeconds }) => `the disk of PostgreSQL full for ${fullSeconds} s`,
});
