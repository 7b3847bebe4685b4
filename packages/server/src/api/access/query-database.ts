import { withTimeout } from '../../core/async/timeout.ts';
import { Failure } from '../../core/errors/failure.ts';
import {
  isLockTimeout,
  isMissingRight,
  isUnreachable,
  refusesWrites,
} from '../../stores/postgres/connection-errors.ts';

/** Maximum time to wait for a database that hangs. */
const timeoutMs = 3500;
/** Less than above, so that a change never takes effect after the caller got an error. */
export const changeMs = 1500;

const unavailable = (cause: unknown) => new Failure('ledger_unavailable', { retryAfter: 1, cause });

/** Runs work that needs the database; fails with `ledger_unavailable` if it is unreachable, too slow or accepts no writes. */
export async function queryDatabase<T>(work: () => Promise<T>, waitMs = timeoutMs): Promise<T> {
  try {
    return await withTimeout(work(), waitMs);
  } catch (error) {
    if (isLockTimeout(error)) throw new Failure('writes_busy', { retryAfter: 2, cause: error });
    if (isMissingRight(error)) throw new Failure('server_not_permitted', { cause: error });
    throw isUnreachable(error) || refusesWrites(error) ? unavailable(error) : error;
  }
}
