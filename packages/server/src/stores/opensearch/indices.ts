import type { OpenSearch } from './client.ts';
import type { GenerationIndices } from './documents.ts';
import { indexSettings, mappingHash, mappings } from './mapping.ts';

export interface IndexOptions {
  prefix: string;
  shards: number;
  /** 'auto': a copy on every node. */
  replicas: string;
}

const kinds = Object.keys(mappings) as (keyof GenerationIndices)[];

/** Names for a new generation: what it maps, and when it was made. */
export function generationIndices(prefix: string, now = Date.now()): GenerationIndices {
  const name = (kind: string) => `${prefix}-${kind}-${mappingHash()}-${now.toString(36)}`;
  const names = kinds.map((kind) => [kind, name(kind)]);
  return Object.fromEntries(names) as Record<keyof GenerationIndices, string>;
}

type Copies = Pick<IndexOptions, 'replicas'>;

/** What differs while a generation is being built. */
const copySettings = ({ replicas }: Copies) => ({
  ...(replicas === 'auto'
    ? { 'index.auto_expand_replicas': '0-all' }
    : { 'index.auto_expand_replicas': 'false', 'index.number_of_replicas': Number(replicas) }),
  'index.refresh_interval': '1s',
});

function settingsOf(options: IndexOptions) {
  return {
    'index.number_of_shards': options.shards,
    ...copySettings(options),
    // After the default of 60 s a late write of an old version would revive a deleted document.
    'index.gc_deletes': '1h',
  };
}

/** Whether another process created the index a moment before. */
const isThereAlready = (error: unknown): boolean =>
  (error as { body?: { error?: { type?: string } } }).body?.error?.type === 'resource_already_exists_exception';

/** Makes the indices of a generation, ready for use; those that exist already stay as they are. */
export async function createIndices(
  opensearch: OpenSearch,
  indices: GenerationIndices,
  options: IndexOptions,
): Promise<void> {
  const create = async (kind: (typeof kinds)[number]) => {
    const { body: exists } = await opensearch.indices.exists({ index: indices[kind] });
    if (exists) return;
    const settings = { ...settingsOf(options), ...indexSettings[kind] };
    const body = { settings, mappings: mappings[kind] as Record<string, never> };
    await opensearch.indices.create({ index: indices[kind], body, timeout: '60s' }).catch((error: unknown) => {
      if (!isThereAlready(error)) throw error;
    });
  };
  await Promise.all(kinds.map(create));
  const names = kinds.map((kind) => indices[kind]);
  await opensearch.cluster.health({ index: names, wait_for_status: 'yellow', timeout: '60s' });
}

/** Whether all indices of a generation exist. */
export async function indicesExist(opensearch: OpenSearch, indices: GenerationIndices): Promise<boolean> {
  return (await opensearch.indices.exists({ index: Object.values(indices) })).body;
}

const waitSeconds = 30;

/** Waits for the indices. @param until a condition of the cluster's health; a wait that times out is no error */
async function waitForHealth(opensearch: OpenSearch, indices: GenerationIndices, until: object) {
  const request = { index: Object.values(indices), timeout: `${waitSeconds}s`, ...until };
  return (await opensearch.cluster.health(request, { ignore: [408] })).body;
}

/** Whether each shard has an available copy. Waits for those that are starting. */
export async function hasAllShards(opensearch: OpenSearch, indices: GenerationIndices): Promise<boolean> {
  return (await waitForHealth(opensearch, indices, { wait_for_status: 'yellow' })).status !== 'red';
}

/**
 * Prepares the indices of a generation for being filled: it is not read, so it needs no refresh, and one copy of it is
 * enough.
 */
export async function setFilling(opensearch: OpenSearch, indices: GenerationIndices): Promise<void> {
  const settings = { ...copySettings({ replicas: '0' }), 'index.refresh_interval': '-1' };
  await opensearch.indices.putSettings({ index: Object.values(indices), body: settings as never });
}

/**
 * Prepares the indices of a generation for being read. Returns when each copy for which the cluster has a node is
 * complete.
 */
export async function setFilled(opensearch: OpenSearch, indices: GenerationIndices, options: Copies): Promise<void> {
  await opensearch.indices.putSettings({ index: Object.values(indices), body: copySettings(options) as never });
  // The events include the decision where to put copies.
  const until = { wait_for_no_initializing_shards: true, wait_for_events: 'languid' };
  while ((await waitForHealth(opensearch, indices, until)).timed_out);
}

export async function deleteIndices(opensearch: OpenSearch, indices: GenerationIndices): Promise<void> {
  // Those that it has: a generation of an older version has fewer.
  await opensearch.indices.delete({ index: Object.values(indices), ignore_unavailable: true });
}

/** Makes everything written so far visible to reads, on every copy: readers are notified only then. */
export async function refreshIndices(opensearch: OpenSearch, indices: GenerationIndices): Promise<void> {
  const { body } = await opensearch.indices.refresh({ index: Object.values(indices) });
  const failed = (body as { _shards?: { failed: number } })._shards?.failed ?? 0;
  if (failed > 0) throw new Error(`${failed} shard copies could not be refreshed`);
}

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
