import { randomBytes } from 'node:crypto';
import { readConfig } from '../../packages/server/src/core/settings/config.ts';
import { connectOpenSearch } from '../../packages/server/src/stores/opensearch/client.ts';
import { asAdmin, dropDatabase } from '../../packages/testing/src/stores/database.ts';

/** An empty database and an index prefix of its own in the running stores, until `close`. */
export async function openTrialStores() {
  const { DATABASE_URL, OPENSEARCH_URL, REDIS_URL } = readConfig(process.env);
  const id = randomBytes(5).toString('hex');
  const [database, prefix] = [`orgdex_image_${id}`, `image-${id}`];
  await asAdmin(`CREATE DATABASE ${database}`, DATABASE_URL);
  const url = new URL(DATABASE_URL);
  url.pathname = `/${database}`;
  return {
    settings: {
      DATABASE_URL: url.href,
      OPENSEARCH_URL: OPENSEARCH_URL.join(','),
      REDIS_URL,
      ORGDEX_INDEX_PREFIX: prefix,
    },
    async close(): Promise<void> {
      const opensearch = connectOpenSearch(OPENSEARCH_URL);
      await opensearch.indices.delete({ index: `${prefix}-*`, ignore_unavailable: true });
      await opensearch.close();
      await dropDatabase(database, DATABASE_URL);
    },
  };
}
