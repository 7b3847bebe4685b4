import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { judgeCounted, readCounted } from '../../../testing/src/processes/counted.ts';
import { when } from '../../../testing/src/processes/promise.ts';
import { type Link, openLink } from '../../../testing/src/stores/faulty-link.ts';
import { askWithNewKey } from './clients.ts';
import { defineFault, type FaultSize, type Rig } from './fault.ts';
import { startStandby } from './stores/standby.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  /** From the loss of the primary until the standby is promoted. */
  readonly downSeconds: number;
}

interface Standing extends Rig {
  /** The one address of PostgreSQL that the processes know. */
  readonly link: Link;
  readonly standby: Awaited<ReturnType<typeof startStandby>>;
}

const quietMs = 5000;

export const postgresFailover = defineFault<Size, void, Standing>({
  name: 'postgres-failover',
  says: [
    'clients do not notice that PostgreSQL fails over to a synchronous standby behind the same address; afterwards',
    'new keys work, and no usage is lost or counted twice',
  ].join(' '),
  sizes: {
    full: { perSecond: 300, baselineSeconds: 20, downSeconds: 30 },
    small: { perSecond: 30, baselineSeconds: 4, downSeconds: 6, slackMs: 2000 },
    tiny: { perSecond: 30, baselineSeconds: 2, downSeconds: 6, slackMs: 2000 },
  },
  breakages: [
    {
      what: 'a key in use expires from the cache after a second',
      changes: [{ file: 'api/access/key-cache.ts', from: 'outageMs: 5 * 60_000', to: 'outageMs: 1000' }],
      seen: /failed/,
    },
  ],
  async prepare({ fleet, stores }) {
    const { url } = fleet.installation;
    const standby = await startStandby(stores, url);
    const link = await openLink(url);
    async function close(): Promise<void> {
      await fleet.stop();
      await link.close();
      await standby.stop();
      await stores.up();
    }
    return { settings: { DATABASE_URL: link.url }, link, standby, close };
  },
  async act({ stage: { stores }, size, rig, during }) {
    await during('before', () => sleep(size.baselineSeconds * 1000));
    await during('without a primary', async () => {
      stores.killPostgres();
      await sleep(size.downSeconds * 1000);
      // A proxy may lead to the standby before it is promoted.
      await rig.link.lead(rig.standby.url);
      await sleep(1000);
      await rig.standby.promote();
    });
    await during('after', () => sleep(quietMs));
  },
  p99: { 'without a primary': { times: 3 }, after: { times: 3 } },
  async verify({ stage: { fleet }, load, rig }, asked) {
    const pool = new pg.Pool({ connectionString: rig.standby.url, max: 2 });
    try {
      const status = await askWithNewKey(fleet, load);
      const counted = await readCounted({ installation: { ...fleet.installation, pool } }, asked);
      return [...when(status !== 200, `a new key got ${status} after the failover`), ...judgeCounted(counted)];
    } finally {
      await pool.end();
    }
  },
  done: ({ downSeconds }) => `the primary killed, its synchronous standby promoted after ${downSeconds + 1} s`,
});
