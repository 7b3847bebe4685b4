import type { Engine } from './client.ts';
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

function settingsOf({ shards, replicas }: IndexOptions) {
  return {
    'index.number_of_shards': shards,
    ...(replicas === 'auto'
      ? { 'index.auto_expand_replicas': '0-all' }
      : { 'index.number_of_replicas': Number(replicas) }),
    'index.refresh_interval': '1s',
    // After the default of 60 s a late write of an old version would revive a deleted document.
    'index.gc_deletes': '1h',
  };
}

/** Whether another process created the index a moment before. */
const isThereAlready = (error: unknown): boolean =>
  (error as { body?: { error?: { type?: string } } }).body?.error?.type === 'resource_already_exists_exception';

/** Makes the indices of a generation, ready for use; those that exist already stay as they are. */
export async function createIndices(engine: Engine, indices: GenerationIndices, options: IndexOptions): Promise<void> {
  for (const kind of kinds) {
    const { body: exists } = await engine.indices.exists({ index: indices[kind] });
    if (exists) continue;
    const settings = { ...settingsOf(options), ...indexSettings[kind] };
    const body = { settings, mappings: mappings[kind] as Record<string, never> };
    await engine.indices.create({ index: indices[kind], body, timeout: '60s' }).catch((error: unknown) => {
      if (!isThereAlready(error)) throw error;
    });
  }
  const names = kinds.map((kind) => indices[kind]);
  await engine.cluster.health({ index: names, wait_for_status: 'yellow', timeout: '60s' });
}

export async function deleteIndices(engine: Engine, indices: GenerationIndices): Promise<void> {
  // Those that it has: a generation of an older version has fewer.
  await engine.indices.delete({ index: Object.values(indices), ignore_unavailable: true });
}

/** Makes everything written so far visible to reads, on every copy: readers are notified only then. */
export async function refreshIndices(engine: Engine, indices: GenerationIndices): Promise<void> {
  const { body } = await engine.indices.refresh({ index: Object.values(indices) });
  const failed = (body as { _shards?: { failed: number } })._shards?.failed ?? 0;
  if (failed > 0) throw new Error(`${failed} shard copies could not be refreshed`);
}
