import { Failure } from '../../core/errors/failure.ts';
import type { Rates } from '../../knowledge/rules/money/exchange-rates.ts';
import { DocumentCache, noCacheCounts } from '../../stores/opensearch/document-cache.ts';
import type { ServedGeneration } from '../../stores/opensearch/index-reader.ts';
import { type Generation, listGenerations, type PublishedMessage } from '../../stores/postgres/outbox/generations.ts';
import { hasPendingOf } from '../../stores/postgres/outbox/outbox.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import { isOurs } from './drain-outbox.ts';

export interface ServedGenerationDeps {
  readonly pool: Pool;
  /** The size of the document cache; 0: no cache. */
  readonly cacheBytes: number;
  readonly rates: Rates;
}

/** The generation that this process reads from: the newest complete one that was built by its own rules. */
export function openServedGeneration({ pool, cacheBytes, rates }: ServedGenerationDeps) {
  const counts = noCacheCounts();
  let served: ServedGeneration | undefined;
  let message = 'No data has been published yet.';

  /** The cache belongs to one generation, so another generation gets a new one. */
  async function serve({ id, slot, indices, published }: Generation, lookedAt: number): Promise<void> {
    if (served?.id !== id) {
      const options = { bytes: cacheBytes, published, counts };
      served = { id, indices, cache: cacheBytes > 0 ? new DocumentCache(options) : undefined };
    }
    // A pending change may already be in OpenSearch before readers were notified, so the cache cannot be confirmed yet.
    if (!(await hasPendingOf(pool, slot, ['company', 'identifier']))) served.cache?.confirm(published, lookedAt);
  }

  return {
    /** Reads the generations again. If the database is unavailable, the current one stays. */
    async refresh(): Promise<void> {
      const lookedAt = performance.now();
      const complete = (await listGenerations(pool)).filter(({ live_since }) => live_since !== null);
      const found = complete.find((one) => isOurs(one, rates));
      if (found) await serve(found, lookedAt);
      else served = undefined;
      if (complete.length > 0) message = 'The published data was built by another version. Run `orgdex rebuild`.';
    },
    /** Processes a notification of a publisher. */
    hear(message: string): void {
      const { generation, published, changed } = JSON.parse(message) as PublishedMessage;
      if (generation === served?.id) served.cache?.hear({ published, keys: changed ?? undefined });
    },
    /** The counters and the current size of the cache. */
    cacheState: () => ({ counts, entries: served?.cache?.entries ?? 0, bytes: served?.cache?.bytes ?? 0 }),
    current(): ServedGeneration {
      if (!served) throw new Failure('not_ready', { message, retryAfter: 5 });
      return served;
    },
  };
}
