import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenSearch } from '../../../server/src/stores/opensearch/client.ts';
import { becomes, type Fleet } from '../../../testing/src/processes/fleet.ts';
import { when } from '../../../testing/src/processes/promise.ts';
import { defineFault, type FaultSize } from './fault.ts';
import { choosePeople } from './opt-out.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  readonly fullSeconds: number;
}

/** Whether something waited while the disk was full, and what was left of it afterwards. */
interface Found {
  readonly hasWaited: boolean;
  readonly isPublished: boolean;
  readonly failedDocuments: number;
}

/** OpenSearch looks at its disks every ten seconds here. */
const noticedWithinMs = 90_000;
const publishedWithinMs = 60_000;
const watermark = 'cluster.routing.allocation.disk.watermark';

/** How much space must be free: more than any disk has, or next to nothing. */
const watermarks = (low: string, high: string, flood: string) => ({
  'cluster.routing.allocation.disk.threshold_enabled': true,
  [`${watermark}.low`]: low,
  [`${watermark}.high`]: high,
  [`${watermark}.flood_stage`]: flood,
  'cluster.info.update.interval': '10s',
});
const full = watermarks('900000gb', '800000gb', '700000gb');
const free = watermarks('3mb', '2mb', '1mb');
const usual = Object.fromEntries(Object.keys(full).map((name) => [name, null]));

const put = (opensearch: OpenSearch, persistent: object) =>
  opensearch.cluster.putSettings({ body: { persistent } as never });

/** Whether OpenSearch has made an index of this installation read-only. */
async function isBlocked({ installation: { opensearch, prefix } }: Fleet): Promise<boolean> {
  const { body } = await opensearch.indices.getSettings({ index: `${prefix}-*`, flat_settings: true });
  const blocks = Object.values(body as Record<string, { settings?: Record<string, unknown> }>);
  return blocks.some(({ settings }) => settings?.['index.blocks.read_only_allow_delete'] === 'true');
}

const countOf = async ({ installation: { pool } }: Fleet, table: 'outbox' | 'failed_document'): Promise<number> =>
  (await pool.query(`SELECT count(*)::int AS count FROM ${table}`)).rows[0].count;

export const opensearchFull = defineFault<Size, Found>({
  name: 'opensearch-full',
  says: 'clients do not notice that OpenSearch refuses writes because its disks are nearly full (flood stage); changes are published when there is space again',
  sizes: {
    full: { perSecond: 300, baselineSeconds: 20, fullSeconds: 60 },
    small: { perSecond: 30, baselineSeconds: 3, fullSeconds: 12, slackMs: 2000 },
    tiny: { perSecond: 30, baselineSeconds: 2, fullSeconds: 12, slackMs: 2000 },
  },
  breakages: [
    {
      what: 'a document that is refused for lack of space counts as wrong',
      changes: [
        { file: 'stores/opensearch/bulk.ts', from: 'status === 429 || status >= 500 ?', to: 'status >= 500 ?' },
      ],
      seen: /failed documents|not published/,
    },
  ],
  async act({ stage: { fleet }, size, during }) {
    const { installation } = fleet;
    const { opensearch, orgdex } = installation;
    const [person] = await choosePeople(installation, 1);
    if (!person) throw new Error('There are no people.');
    await during('before', () => sleep(size.baselineSeconds * 1000));
    try {
      await put(opensearch, full);
      if (!(await becomes(() => isBlocked(fleet), noticedWithinMs)))
        throw new Error('OpenSearch did not refuse writes.');
      const hasWaited = await during('while it is full', async () => {
        await orgdex('person', 'suppress', '--id', person.id);
        await sleep(size.fullSeconds * 1000);
        return (await countOf(fleet, 'outbox')) > 0;
      });
      await put(opensearch, free);
      const isPublished = await during('after it is freed', async () => {
        const isFreed = await becomes(async () => !(await isBlocked(fleet)), noticedWithinMs);
        if (!isFreed) throw new Error('OpenSearch did not accept writes again.');
        return becomes(async () => (await countOf(fleet, 'outbox')) === 0, publishedWithinMs);
      });
      return { hasWaited, isPublished, failedDocuments: await countOf(fleet, 'failed_document') };
    } finally {
      await put(opensearch, usual);
      const body = { 'index.blocks.read_only_allow_delete': null } as never;
      await opensearch.indices.putSettings({ index: '*', body });
    }
  },
  p99: { 'while it is full': { times: 2, plusMs: 50 } },
  judge: ({ found: { hasWaited, isPublished, failedDocuments } }) => [
    ...when(!hasWaited, 'nothing waited to be published while the disk was full'),
    ...when(!isPublished, 'the change was not published afterwards'),
    ...when(failedDocuments > 0, `${failedDocuments} failed documents`),
  ],
  done: ({ fullSeconds }) => `OpenSearch over its flood-stage watermark for ${fullSeconds} s`,
});
