import type { OpenSearch } from '../../stores/opensearch/client.ts';
import type { GenerationIndices } from '../../stores/opensearch/documents.ts';
import { deleteIndices, readLastUse } from '../../stores/opensearch/indices.ts';

/** No generation has these names: those of a generation end with its creation time, not with a kind. */
export function sandboxIndices(prefix: string, hash: string): GenerationIndices {
  const name = (kind: string) => `${prefix}-sandbox-${hash}-${kind}`;
  return {
    company: name('company'),
    identifier: name('identifier'),
    person: name('person'),
    search: name('search'),
    sources: name('sources'),
  };
}

function hashIn(prefix: string, name: string): string | undefined {
  return /^([0-9a-f]{12})-(?:company|identifier|person|search|sources)$/.exec(
    name.slice(`${prefix}-sandbox-`.length),
  )?.[1];
}

/** The sandboxes in OpenSearch under a prefix, the last used first. */
async function listHashes(opensearch: OpenSearch, prefix: string): Promise<string[]> {
  const lastUse = new Map<string, number>();
  for (const [name, time] of await readLastUse(opensearch, `${prefix}-sandbox-*`)) {
    const hash = hashIn(prefix, name);
    if (hash) lastUse.set(hash, Math.max(lastUse.get(hash) ?? 0, time));
  }
  return [...lastUse].sort(([, a], [, b]) => b - a).map(([hash]) => hash);
}

/** Other versions may still be serving while this one starts: the previous one, and one that was tried in between. */
const othersKept = 2;

/** Deletes the sandboxes of versions that should no longer be serving. */
export async function removeOthers(opensearch: OpenSearch, prefix: string, own: string): Promise<void> {
  const others = (await listHashes(opensearch, prefix)).filter((hash) => hash !== own);
  for (const hash of others.slice(othersKept)) await deleteIndices(opensearch, sandboxIndices(prefix, hash));
}
