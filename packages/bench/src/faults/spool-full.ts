import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeCounted, readCounted } from '../../../testing/src/processes/counted.ts';
import { when } from '../../../testing/src/processes/promise.ts';
import { isRefused } from '../../../testing/src/processes/steady-load.ts';
import { isSuccess } from './clients.ts';
import { defineFault, type FaultSize, type Rig } from './fault.ts';
import { mountSmallDisk } from './stores/small-disk.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  readonly fullSeconds: number;
}

interface Small extends Rig {
  readonly disk: Awaited<ReturnType<typeof mountSmallDisk>>;
}

const megabytes = 64;
/** A process tries to write again every second. */
const againMs = 5000;
const quietMs = 3000;

export const spoolFull = defineFault<Size, void, Small>({
  name: 'spool-full',
  says: [
    'while the disk of the spool is full, requests that cost a credit get a 503 with `Retry-After` and others are',
    'served; no usage is lost or counted twice',
  ].join(' '),
  sizes: {
    full: { perSecond: 300, baselineSeconds: 20, fullSeconds: 60 },
    small: { perSecond: 30, baselineSeconds: 3, fullSeconds: 8 },
    tiny: { perSecond: 60, baselineSeconds: 2, fullSeconds: 8 },
  },
  breakages: [
    {
      what: 'a response is sent although its usage could not be written',
      changes: [{ file: 'api/metering/spool.ts', from: 'this.#fail(error);\n      this.checkWritable();', to: '' }],
      seen: /lost/,
    },
  ],
  async prepare({ fleet }) {
    await fleet.stop();
    const folder = join(fleet.installation.home, 'spool');
    mkdirSync(folder, { recursive: true });
    const disk = await mountSmallDisk(folder, megabytes);
    async function close(): Promise<void> {
      disk.free();
      await fleet.stop();
      await disk.unmount();
    }
    return { disk, close };
  },
  async act({ size, rig: { disk }, during }) {
    await during('before', () => sleep(size.baselineSeconds * 1000));
    await during('while it is full', async () => {
      // Lines still fit into the blocks that the files have already.
      for (const until = Date.now() + size.fullSeconds * 1000; Date.now() < until; await sleep(500)) disk.fill();
    });
    await during('after it is freed', async () => {
      disk.free();
      await sleep(againMs);
    });
    await during('later', () => sleep(quietMs));
  },
  mayRefuse: ['while it is full', 'after it is freed'],
  judge({ periods }) {
    const full = periods.find(({ name }) => name === 'while it is full')?.asked ?? [];
    return [
      ...when(!full.some(isRefused), 'no request was refused while the disk was full'),
      ...when(!full.some((one) => isSuccess(one) && one.credits === 0), 'no free request was served'),
    ];
  },
  verify: async ({ stage }, asked) => judgeCounted(await readCounted(stage.fleet, asked)),
  done: ({ fullSeconds }) => `the disk of the spool full for ${fullSeconds} s`,
});
