import { ConnectionError, type OrgdexError, QuotaExhaustedError } from './errors.ts';
import type { ClientOptions } from './options.ts';

const firstPauseSeconds = 0.2;
const longestPauseSeconds = 8;

/** Whether the same request may pass later. One that acts once is only repeated if the service did nothing. */
function isTemporary(error: OrgdexError, actsOnce: boolean): boolean {
  const { status, code } = error;
  if (error instanceof QuotaExhaustedError || code === 'deadline_exceeded') return false;
  if (status === 429) return true;
  return !actsOnce && (status === 408 || status === 409 || status >= 500 || error instanceof ConnectionError);
}

/**
 * Seconds to wait after a failed attempt, or undefined to give up: `Retry-After` or 0.2, 0.4, 0.8 … seconds, whichever is
 * longer, and up to half of it more.
 */
export function pauseAfter(
  error: OrgdexError,
  { attempt, actsOnce }: { readonly attempt: number; readonly actsOnce: boolean },
  { maxRetries = 2, maxWaitSeconds = 30, random = Math.random }: ClientOptions,
): number | undefined {
  if (attempt > maxRetries || !isTemporary(error, actsOnce)) return undefined;
  const pause = Math.max(error.retryAfter ?? 0, Math.min(firstPauseSeconds * 2 ** (attempt - 1), longestPauseSeconds));
  return pause > maxWaitSeconds ? undefined : pause * (1 + random() / 2);
}

/** Waits; a signal ends the wait with its reason. */
export async function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
