/**
 * Of one attempt to read, and of everything that one request reads. OpenSearch cancels a search before the attempt times
 * out: searches share a request, and a slow one must not fail the others.
 */
export const timeouts = { searchMs: 400, attemptMs: 600, totalMs: 2000 } as const;

/** The same for searches over all companies, which visit every shard. */
export const searchTimeouts = { searchMs: 800, attemptMs: 900, totalMs: 2000 } as const;

/** The same for a batch, which searches over all companies once per item. */
export const batchTimeouts = { searchMs: 1500, attemptMs: 2000, totalMs: 5000 } as const;

/** Fires when all of these have fired; undefined if one of them never will. */
export function whenAllAbort(signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const known = signals.filter((signal) => signal !== undefined);
  if (known.length < signals.length) return undefined;
  const [first] = known;
  if (known.length === 1) return first;
  const controller = new AbortController();
  const check = () => {
    if (known.every(({ aborted }) => aborted)) controller.abort();
  };
  for (const signal of known) signal.addEventListener('abort', check, { once: true });
  check();
  return controller.signal;
}
