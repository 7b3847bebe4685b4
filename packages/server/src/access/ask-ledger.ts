import { Failure } from '../failure.ts';
import { isUnreachable } from '../ledger/unreachable.ts';
import { withPatience } from '../patience.ts';

/** Nobody waits longer for a ledger that hangs. */
const patienceMs = 3500;
/** A change ends before, so that nothing is changed after it was said that it could not be: connect, then work. */
export const changeMs = 1500;

const unavailable = (cause: unknown) => new Failure('ledger_unavailable', { retryAfter: 1, cause });

/** Does work that needs the ledger; fails with a meaning when it cannot be asked, or does not answer. */
export async function askLedger<T>(work: () => Promise<T>, waitMs = patienceMs): Promise<T> {
  try {
    return await withPatience(work(), waitMs);
  } catch (error) {
    throw isUnreachable(error) ? unavailable(error) : error;
  }
}
