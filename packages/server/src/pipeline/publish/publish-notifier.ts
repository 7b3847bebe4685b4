import { type CachedKind, cacheKey } from '../../stores/opensearch/document-cache.ts';
import { refreshIndices } from '../../stores/opensearch/indices.ts';
import type { DocumentKind } from '../../stores/postgres/outbox/enqueue.ts';
import { announcePublished, type Generation } from '../../stores/postgres/outbox/generations.ts';
import { clearOutbox, type OutboxRow } from '../../stores/postgres/outbox/outbox.ts';
import type { PublishDeps } from './publish-batch.ts';

/** OpenSearch makes writes visible after one second by itself, so readers must be notified before that. */
const notifyAfterMs = 500;

const isCached = (kind: DocumentKind): kind is CachedKind => kind === 'company' || kind === 'identifier';

/**
 * Collects written documents of one kind. It makes them visible, notifies readers, and only then deletes their outbox
 * rows. If the process dies in between, the next publisher finds the rows and notifies readers again.
 */
export class PublishNotifier {
  readonly #deps: PublishDeps;
  readonly #generation: Generation;
  readonly #kind: DocumentKind;
  #written: OutboxRow[] = [];
  #since = 0;

  constructor(deps: PublishDeps, generation: Generation, kind: DocumentKind) {
    this.#deps = deps;
    this.#generation = generation;
    this.#kind = kind;
  }

  async add(rows: readonly OutboxRow[]): Promise<void> {
    if (this.#written.length === 0) this.#since = performance.now();
    this.#written.push(...rows);
    if (performance.now() - this.#since > notifyAfterMs) await this.notify();
  }

  async notify(): Promise<void> {
    if (this.#written.length === 0) return;
    const { pool, opensearch } = this.#deps;
    const written = this.#written;
    this.#written = [];
    await refreshIndices(opensearch, this.#generation.indices);
    if (isCached(this.#kind)) await this.#announce(this.#kind, written);
    await clearOutbox(pool, this.#generation.slot, this.#kind, written);
  }

  #announce(kind: CachedKind, written: readonly OutboxRow[]): Promise<void> {
    const keys = written.map(({ id }) => cacheKey(kind, id));
    return announcePublished(this.#deps.pool, this.#generation, keys);
  }
}
