import { readConfig } from '../../../../server/src/core/settings/config.ts';
import { type Link, openLink } from '../../../../testing/src/stores/faulty-link.ts';
import type { OwnStores } from '../../../../testing/src/stores/own-stores.ts';

/** Opens a link to each node of OpenSearch. With the setting, a server uses the links. */
export async function openNodeLinks({ home }: OwnStores): Promise<{ links: Link[]; OPENSEARCH_URL: string }> {
  const { OPENSEARCH_URL: nodes } = readConfig({ ORGDEX_HOME: home });
  const links = await Promise.all(nodes.map(openLink));
  return { links, OPENSEARCH_URL: links.map(({ url }) => url).join(',') };
}
