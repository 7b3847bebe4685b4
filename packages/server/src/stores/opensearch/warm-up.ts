import { defaultCountry } from '@orgdex/contract';
import { parseNameQuery } from '../../knowledge/rules/names/search-words.ts';
import type { OpenSearch } from './client.ts';
import { searchQuery } from './companies/company-search.query.ts';
import type { GenerationIndices } from './documents.ts';
import { peopleQuery } from './people/people.query.ts';

const rounds = 5;
/** A generous timeout, but no retries on a node that is unavailable. */
const once = { requestTimeout: 10_000, maxRetries: 0 };
/** No company has this id: the queries cost as much as real ones, and find nothing. */
const company = 'warm-up';

/**
 * Sends each node the queries of callers, with a generous timeout. A cold node takes several times as long, and the
 * first callers would get a 503.
 */
export async function warmUp(opensearch: OpenSearch, indices: GenerationIndices): Promise<void> {
  const body = peopleQuery(
    { company, country: defaultCountry, positions: [['manager']], levels: [1] },
    { from: 0, size: 10, suppressed: [] },
  );
  const { timeout: _, ...withoutTimeout } = body;
  const name = parseNameQuery('warm up');
  const { timeout: __, ...search } = searchQuery(
    { ...(name && { name }), codes: [], filter: {}, not: {} },
    { size: 10, sort: 'relevance', spelling: 'exact' },
  );
  const nodes = opensearch.connectionPool.connections.length;
  for (let round = 0; round < rounds * nodes; round += 1) {
    await opensearch.search({ index: indices.person, routing: company, body: withoutTimeout } as never, once);
    await opensearch.search({ index: indices.search, body: search } as never, once);
    await opensearch.mget({ index: indices.company, body: { ids: [company] } }, once);
    await opensearch.mget({ index: indices.identifier, body: { ids: ['fqdn:warm-up.example'] } }, once);
  }
}
