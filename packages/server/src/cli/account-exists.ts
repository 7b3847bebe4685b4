import { OperatorError } from '../core/errors/failure.ts';
import { readAccount, readAccounts } from '../stores/postgres/access/accounts.ts';
import type { Queryable } from '../stores/postgres/pool.ts';

const listedAccounts = 20;

export const accountExists = async (pool: Queryable, account: string): Promise<boolean> =>
  (await readAccount(pool, account)) !== undefined;

/** Throws if the account does not exist, which is most likely a typo, and lists those that do. */
export async function requireAccount(pool: Queryable, account: string, advice?: string): Promise<void> {
  if (await accountExists(pool, account)) return;
  const names = (await readAccounts(pool)).map(({ name }) => name);
  const more = names.length > listedAccounts ? ` and ${names.length - listedAccounts} more` : '';
  const existing =
    names.length > 0
      ? `Existing accounts: ${names.slice(0, listedAccounts).join(', ')}${more}.`
      : 'There are no accounts yet.';
  throw new OperatorError([`Account "${account}" does not exist. ${existing}`, advice].filter(Boolean).join(' '));
}
