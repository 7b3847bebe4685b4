import { Failure } from '../failure.ts';
import { isUnreachable } from '../ledger/unreachable.ts';

/** Nobody waits longer for a ledger that hangs. */
const patienceMs = 2000;

const unavailable = (cause: unknown) => new Failure('ledger_unavailable', { retryAfter: 1, cause });

/** Does work that needs the ledger; fails with a meaning when it cannot be asked, or does not answer. */
export async function askLedger<T>(work: () => Promise<T>, waitMs = patienceMs): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(unavailable(new Error(`No answer within ${waitMs} ms`))), waitMs);
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    throw isUnreachable(error) ? unavailable(error) : error;
  } finally {
    clearTimeout(timer);
  }
}
