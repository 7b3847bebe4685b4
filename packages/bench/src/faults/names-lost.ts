import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import { areShared, becomes } from '../../../testing/src/processes/fleet.ts';
import { when } from '../../../testing/src/processes/promise.ts';
import { type Link, openLink } from '../../../testing/src/stores/faulty-link.ts';
import { askWithNewKey } from './clients.ts';
import { defineFault, type FaultSize, type Rig } from './fault.ts';
import { sharedWithinMs } from './redis-restarted.ts';
import { openNameServer } from './stores/name-server.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  readonly lostSeconds: number;
}

interface Named extends Rig {
  readonly links: readonly Link[];
  readonly names: Awaited<ReturnType<typeof openNameServer>>;
}

const quietMs = 3000;
const names = { postgres: 'postgres.orgdex.test', redis: 'redis.orgdex.test', opensearch: 'opensearch.orgdex.test' };

function withName(url: string, hostname: string): string {
  const named = new URL(url);
  named.hostname = hostname;
  return named.href;
}

/** Each process sees its own resolver configuration instead of that of the machine. */
function throughResolver(folder: string): readonly string[] {
  const conf = join(folder, 'resolv.conf');
  const hosts = join(folder, 'hosts');
  writeFileSync(hosts, '127.0.0.1 localhost\n');
  const script = `mount --bind ${conf} /etc/resolv.conf && mount --bind ${hosts} /etc/hosts && exec "$@"`;
  return ['unshare', '--mount', 'sh', '-c', script, 'sh'];
}

export const namesLost = defineFault<Size, boolean, Named>({
  name: 'names-lost',
  says: [
    'clients do not notice that the names of PostgreSQL and Redis do not resolve while their connections break,',
    'nor that the resolver does not respond at all',
  ].join(' '),
  sizes: {
    full: { perSecond: 300, baselineSeconds: 20, lostSeconds: 60 },
    small: { perSecond: 30, baselineSeconds: 3, lostSeconds: 8, slackMs: 2000 },
    tiny: { perSecond: 30, baselineSeconds: 2, lostSeconds: 8, slackMs: 2000 },
  },
  breakages: [
    {
      what: 'a key in use expires from the cache after a second',
      changes: [{ file: 'api/access/key-cache.ts', from: 'outageMs: 5 * 60_000', to: 'outageMs: 1000' }],
      seen: /failed/,
    },
  ],
  async prepare({ fleet, stores }) {
    const { url, redisUrl } = fleet.installation;
    const { OPENSEARCH_URL: nodes } = readConfig({ ORGDEX_HOME: stores.home });
    const folder = mkdtempSync(join(tmpdir(), 'orgdex-names-'));
    const server = await openNameServer(Object.values(names));
    writeFileSync(join(folder, 'resolv.conf'), `nameserver ${server.address}\noptions timeout:5 attempts:2\n`);
    const links = [await openLink(url), await openLink(redisUrl)];
    const [postgres, redis] = links as [Link, Link];
    const settings = {
      DATABASE_URL: withName(postgres.url, names.postgres),
      REDIS_URL: withName(redis.url, names.redis),
      OPENSEARCH_URL: nodes.map((node) => withName(node, names.opensearch)).join(','),
    };
    async function close(): Promise<void> {
      server.answer();
      await fleet.stop();
      await Promise.all(links.map((link) => link.close()));
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
    return { settings, through: throughResolver(folder), links, names: server, close };
  },
  async act({ size, rig: { links, names: server }, load, during }) {
    const breakConnections = () => Promise.all(links.map((link) => link.cut().then(link.restore)));
    await during('before', () => sleep(size.baselineSeconds * 1000));
    for (const [period, lose] of [
      ['without names', server.deny],
      ['without a resolver', server.ignore],
    ] as const) {
      await during(period, async () => {
        lose();
        await breakConnections();
        await sleep(size.lostSeconds * 1000);
      });
      server.answer();
      await during('after', () => sleep(quietMs));
    }
    return becomes(() => areShared(load.members), sharedWithinMs);
  },
  p99: { 'without names': { times: 3, plusMs: 50 }, 'without a resolver': { times: 3, plusMs: 50 } },
  judge: ({ found }) => when(!found, 'the limits were not shared again afterwards'),
  async verify({ stage, load }) {
    const status = await askWithNewKey(stage.fleet, load);
    return when(status !== 200, `a new key got ${status} afterwards`);
  },
  done: ({ lostSeconds }) =>
    `the connections to PostgreSQL and Redis cut while no name resolves, then while the resolver is silent, ${lostSeconds} s each`,
});
