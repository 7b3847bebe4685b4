import type { OpenSearch } from './client.ts';

/** Notes in an index that a process has begun to use it: OpenSearch keeps no such time itself. */
export async function stampUse(opensearch: OpenSearch, index: string): Promise<void> {
  await opensearch.indices.putMapping({ index, body: { _meta: { used_at: Date.now() } } });
}

interface IndexFacts {
  mappings?: { _meta?: { used_at?: number } };
  settings?: { index?: { creation_date?: string } };
}

/** When the indices of a pattern were last stamped or, before that, made: in milliseconds since the epoch. */
export async function readLastUse(opensearch: OpenSearch, pattern: string): Promise<Map<string, number>> {
  const { body } = await opensearch.indices.get({ index: pattern, allow_no_indices: true });
  return new Map(
    Object.entries(body as unknown as Record<string, IndexFacts>).map(([name, { mappings, settings }]) => [
      name,
      Math.max(mappings?._meta?.used_at ?? 0, Number(settings?.index?.creation_date ?? 0)),
    ]),
  );
}
