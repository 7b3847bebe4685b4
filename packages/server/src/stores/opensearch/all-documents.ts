import type { OpenSearch } from './client.ts';
import type { GenerationIndices } from './documents.ts';

export interface HeldDocument {
  index: string;
  id: string;
  routing: string | undefined;
  hash: string | undefined;
}

interface Hit {
  _index: string;
  _id: string;
  _routing?: string;
  _source?: { hash?: string };
}

/** As much as OpenSearch gives at once: this is for small indices. */
const mostDocuments = 10_000;

/** Every document of small indices, as far as it has to be compared. */
export async function readAllDocuments(opensearch: OpenSearch, indices: GenerationIndices): Promise<HeldDocument[]> {
  const { body } = await opensearch.search({
    index: Object.values(indices),
    size: mostDocuments,
    allow_partial_search_results: false,
    _source_includes: ['hash'],
    body: { query: { match_all: {} } },
  });
  const hits = body.hits.hits as unknown as Hit[];
  return hits.map(({ _index, _id, _routing, _source }) => ({
    index: _index,
    id: _id,
    routing: _routing,
    hash: _source?.hash,
  }));
}
