import { type Account, AccountName, type AccountTerms, defaultPlan } from '@orgdex/contract';
import { Failure, invalidField } from '../../core/errors/failure.ts';
import {
  readAccount,
  readAccounts,
  readPlan,
  type StoredAccount,
  saveAccount,
} from '../../stores/postgres/access/accounts.ts';
import type { Queryable } from '../../stores/postgres/pool.ts';
import { type Change, type ChangeDeps, change, differenceOf } from './audited-change.ts';
import { planNotFound } from './plans.ts';

const { pattern, maxLength } = AccountName as unknown as { pattern: string; maxLength: number };
const shape = new RegExp(pattern, 'u');

export function parseAccountName(name: string, param = 'name'): string {
  if (shape.test(name) && [...name].length <= maxLength) return name;
  throw invalidField(
    param,
    `must be 1 to ${maxLength} characters, without spaces at either end or control characters.`,
  );
}

/** The public fields of an account. */
const toAccount = ({ id: _, ...account }: StoredAccount): Account => account;

export const listAccounts = async ({ pool }: { pool: Queryable }): Promise<Account[]> =>
  (await readAccounts(pool)).map(toAccount);

interface PutAccount {
  readonly name: string;
  readonly terms: AccountTerms;
  /** Whether the account must already exist (true) or must not (false); absent: either. */
  readonly isKnown?: boolean;
}

function checkKnown(name: string, { isThere, isKnown = isThere }: { isThere: boolean; isKnown?: boolean | undefined }) {
  if (isThere === isKnown) return;
  if (isKnown) throw new Failure('account_not_found', { param: 'name', message: `Account "${name}" does not exist.` });
  throw invalidField('name', `is taken: account "${name}" already exists.`);
}

/** Creates or updates an account inside a change. */
export async function putAccount({ client, record, notifyAll }: Change, { name, terms, isKnown }: PutAccount) {
  const before = await readAccount(client, name);
  checkKnown(name, { isThere: before !== undefined, isKnown });
  const after = { plan: defaultPlan.name, suspended: false, ...(before && termsOf(before)), ...terms };
  if (!(await readPlan(client, after.plan))) throw planNotFound(after.plan, 'plan');
  const difference = before ? differenceOf(termsOf(before), after) : { to: after };
  if (before && !difference) return before;
  const saved = await saveAccount(client, { name, ...after });
  await record({
    action: before ? 'account.change' : 'account.make',
    subject: `account:${name}`,
    detail: difference ?? {},
  });
  if (before) await notifyAll();
  return saved;
}

const termsOf = ({ plan, suspended }: Pick<Account, 'plan' | 'suspended'>) => ({ plan, suspended });

/** Creates or updates an account; omitted fields keep their values. Running processes are notified. */
export function setAccount(deps: ChangeDeps, asked: PutAccount): Promise<Account> {
  const name = parseAccountName(asked.name);
  return change(deps, async (within) => toAccount(await putAccount(within, { ...asked, name })));
}
