import { Failure } from '../../core/errors/failure.ts';
import type { OpenSearchAnswer } from './nodes.ts';

/** OpenSearch's own name for what went wrong. */
export function reasonOf({ body }: OpenSearchAnswer): string {
  const error = (body as { error?: { type?: string } } | null)?.error;
  return error?.type ?? 'no reason given';
}

/** OpenSearch could not do it now; a client may try again. */
export const unavailable = (cause: unknown) => new Failure('engine_unavailable', { retryAfter: 1, cause });

/** What a search says about its shards. */
export interface Completeness {
  readonly timed_out: boolean;
  readonly _shards: { readonly failed: number };
}

/** A search that some shard could not complete is a failure, never a shorter result. */
export function requireComplete({ timed_out, _shards }: Completeness): void {
  if (timed_out || _shards.failed > 0) throw unavailable(new Error('Some shards did not complete the search'));
}

/** What one node could not give, another may. */
export const unreadOf = (answer: OpenSearchAnswer): Failure => unavailable(new Error(reasonOf(answer)));

/** The snapshot was closed since, or the node that had it is gone. */
export class SnapshotClosed extends Error {}

const isSnapshotClosed = ({ body }: OpenSearchAnswer): boolean =>
  ((body as { error?: { root_cause?: readonly { type: string }[] } } | null)?.error?.root_cause ?? []).some(
    ({ type }) => type === 'search_context_missing_exception',
  );

/** The index of the pinned generation is missing, or OpenSearch rejects the request. */
export function refusalOf(answer: OpenSearchAnswer): Error {
  if (isSnapshotClosed(answer)) return new SnapshotClosed('The snapshot was closed');
  const cause = new Error(`OpenSearch responded with status ${answer.status}: ${reasonOf(answer)}`);
  return reasonOf(answer) === 'index_not_found_exception' ? new Failure('not_ready', { cause }) : cause;
}
