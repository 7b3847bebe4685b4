import { defaultCountry } from '@orgdex/contract';
import type { Engine } from './client.ts';
import type { GenerationIndices } from './documents.ts';
import { peopleQuery } from './people.query.ts';

const rounds = 5;
/** Time to spare, but not to wait for a node that is away. */
const once = { requestTimeout: 10_000, maxRetries: 0 };
/** Nobody has this id: the questions cost what real ones cost, and find nothing. */
const company = 'warm-up';

/**
 * Asks each node what callers will ask, with time to spare. A cold node takes several times as long, and the first
 * callers would pay for it with a 503.
 */
export async function warmUp(engine: Engine, indices: GenerationIndices): Promise<void> {
  const body = peopleQuery(
    { company, country: defaultCountry, words: ['manager'], levels: [1] },
    { from: 0, size: 10, suppressed: [] },
  );
  const { timeout: _, ...patient } = body;
  const nodes = engine.connectionPool.connections.length;
  for (let round = 0; round < rounds * nodes; round += 1) {
    await engine.search({ index: indices.person, routing: company, body: patient } as never, once);
    await engine.mget({ index: indices.company, body: { ids: [company] } }, once);
    await engine.mget({ index: indices.identifier, body: { ids: ['fqdn:warm-up.example'] } }, once);
  }
}
