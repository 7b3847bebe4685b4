import { readAllDocuments } from '../../stores/opensearch/all-documents.ts';
import { type Outcome, type Write, writeDocuments } from '../../stores/opensearch/bulk.ts';
import type { OpenSearch } from '../../stores/opensearch/client.ts';
import type { GenerationIndices } from '../../stores/opensearch/documents.ts';
import type { ServedGeneration } from '../../stores/opensearch/index-reader.ts';
import { createIndices, type IndexOptions, refreshIndices, stampUse } from '../../stores/opensearch/indices.ts';
import { sandboxHash, sandboxWrites } from './documents.ts';
import { removeOthers, sandboxIndices } from './indices.ts';

export interface SandboxDeps {
  opensearch: OpenSearch;
  options: IndexOptions;
}

/**
 * One round writes and one verifies; the others are for processes that start at the same time, and for a busy OpenSearch.
 */
const rounds = 4;

/** The writes that make the indices contain exactly the sandbox. */
async function differences({ opensearch }: SandboxDeps, indices: GenerationIndices): Promise<Write[]> {
  const held = await readAllDocuments(opensearch, indices);
  // Versions only increase, so that a document that was deleted or changed is written again.
  const version = Date.now();
  const wanted = sandboxWrites(indices, version);
  const nameOf = ({ index, id }: Pick<Write, 'index' | 'id'>) => `${index}/${id}`;
  const hashes = new Map(held.map((document) => [nameOf(document), document.hash]));
  const names = new Set(wanted.map(nameOf));
  const strangers = held.filter((document) => !names.has(nameOf(document)));
  return [
    ...wanted.filter((write) => hashes.get(nameOf(write)) !== write.hash),
    ...strangers.map(({ index, id, routing }) => ({ index, id, version, ...(routing ? { routing } : {}) })),
  ];
}

function reasonOf(outcomes: readonly Outcome[]): string {
  const failed = outcomes.find((outcome) => typeof outcome === 'object');
  return failed ? `: ${Object.values(failed).join()}` : '';
}

/** Writes until a check finds no difference. */
async function fill(deps: SandboxDeps, indices: GenerationIndices): Promise<void> {
  let reason = '';
  for (let round = 0; round < rounds; round += 1) {
    await refreshIndices(deps.opensearch, indices);
    const open = await differences(deps, indices);
    if (open.length === 0) return;
    reason = reasonOf(await writeDocuments(deps.opensearch, open));
  }
  throw new Error(`The sandbox in OpenSearch is incomplete${reason}`);
}

/**
 * Makes sure that OpenSearch contains this version of the sandbox, and returns its indices once they are complete. Any
 * number of processes may call it at the same time.
 *
 * Each version has its own indices. After a rollback, the older version finds its indices or writes them again: the
 * sandbox is generated from code only, so nothing can be lost.
 */
export async function ensureSandbox(deps: SandboxDeps): Promise<ServedGeneration> {
  const { opensearch, options } = deps;
  const hash = sandboxHash();
  const indices = sandboxIndices(options.prefix, hash);
  await createIndices(opensearch, indices, { ...options, shards: 1 });
  await stampUse(opensearch, indices.company);
  await fill(deps, indices);
  // Old indices do no harm, and the next start tries to delete them again.
  await removeOthers(opensearch, options.prefix, hash).catch(() => {});
  return { id: 0, indices };
}
