import { type CachedKind, cacheKey } from '../engine/document-cache.ts';
import { refreshIndices } from '../engine/indices.ts';
import type { DocumentKind } from '../ledger/outbox/enqueue.ts';
import { announcePublished, type Generation } from '../ledger/outbox/generations.ts';
import { clearOutbox, type OutboxRow } from '../ledger/outbox/outbox.ts';
import type { PublishDeps } from './publish-batch.ts';

/** The engine shows what it was told after a second by itself: readers must not hear of it much later. */
const tellAfterMs = 500;

const isRemembered = (kind: DocumentKind): kind is CachedKind => kind === 'company' || kind === 'identifier';

/**
 * What was written of one kind and readers have not been told: first it is made visible, then it is told, and only then
 * its marks are cleared. So whoever publishes after one that ended in between finds them, and tells it again.
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

  async add(marks: readonly OutboxRow[]): Promise<void> {
    if (this.#written.length === 0) this.#since = Date.now();
    this.#written.push(...marks);
    if (Date.now() - this.#since > tellAfterMs) await this.tell();
  }

  async tell(): Promise<void> {
    if (this.#written.length === 0) return;
    const { pool, engine } = this.#deps;
    const written = this.#written;
    this.#written = [];
    await refreshIndices(engine, this.#generation.indices);
    if (isRemembered(this.#kind)) await this.#announce(this.#kind, written);
    await clearOutbox(pool, this.#generation.slot, this.#kind, written);
  }

  #announce(kind: CachedKind, written: readonly OutboxRow[]): Promise<void> {
    const keys = written.map(({ id }) => cacheKey(kind, id));
    return announcePublished(this.#deps.pool, this.#generation, keys);
  }
}
