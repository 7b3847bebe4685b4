import { OperatorError } from '../failure.ts';
import { readAccount } from '../ledger/accounts.ts';
import type { Queryable } from '../ledger/pool.ts';

export const isThere = async (pool: Queryable, account: string): Promise<boolean> =>
  (await readAccount(pool, account)) !== undefined;

/** A name that was mistyped is told, not taken for an account without anything. */
export async function checkThere(pool: Queryable, account: string): Promise<void> {
  if (!(await isThere(pool, account)))
    throw new OperatorError(`There is no account ${account}: see orgdex account list.`);
}
