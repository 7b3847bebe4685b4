import type { ApiKey, IssuedKey, KeyTerms, Plan } from '@orgdex/contract';
import { Failure, invalidField } from '../../core/errors/failure.ts';
import { readAccount, type StoredAccount } from '../../stores/postgres/access/accounts.ts';
import { type NewKey, readKey, storeKey } from '../../stores/postgres/access/api-keys.ts';
import { readPlan } from '../../stores/postgres/access/plans.ts';
import { parseAccountName, putAccount } from './accounts.ts';
import { type Change, type ChangeDeps, change } from './audited-change.ts';
import { hashOf, hintOf, newKeyFor, randomLetters } from './key-form.ts';
import { type ParsedTerms, parseTerms } from './key-terms.ts';

interface Asked {
  readonly terms: KeyTerms;
  /** Create the account if it does not exist. */
  readonly makeAccount?: boolean;
}

const beyondPlan = (param: string, value: string, { name }: Plan): Failure =>
  invalidField(
    param,
    `must not include ${value}: plan "${name}" does not allow it. Change the plan first, or leave ${value} out.`,
  );

/** A key that lists more than its plan allows would be misleading. */
export function checkPlan({ scopes, countries }: Pick<ParsedTerms, 'scopes' | 'countries'>, plan: Plan): void {
  const scope = scopes.find((one) => one !== 'admin' && !plan.scopes.includes(one));
  if (scope) throw beyondPlan('scopes', scope, plan);
  const country = countries?.find((one) => plan.countries && !plan.countries.includes(one));
  if (country) throw beyondPlan('countries', country, plan);
}

async function ownerOf(within: Change, name: string, makeAccount: boolean): Promise<StoredAccount> {
  const account = await readAccount(within.client, name);
  if (account) return account;
  if (makeAccount) return putAccount(within, { name, terms: {} });
  throw new Failure('account_not_found', {
    param: 'account',
    message: `Account "${name}" does not exist. Create it first.`,
  });
}

/** The terms of a key, and all that the audit log contains of it: never the key, nor anything derived from it. */
export const termsOf = ({ mode, label, scopes, countries, addresses, expires_at, records_people }: ParsedTerms) => ({
  mode, label, scopes, countries, addresses, expires_at, records_people,
});

/** Stores a new key inside a change. */
export async function storeNewKey(
  { client, record }: Change,
  { owner, terms, replaces }: { owner: StoredAccount; terms: ParsedTerms; replaces?: string },
): Promise<IssuedKey> {
  const key = newKeyFor(terms);
  const row: NewKey = {
    id: `key_${randomLetters(12)}`, account_id: owner.id, hash: hashOf(key), hint: hintOf(key),
    ...termsOf(terms),
  };
  await storeKey(client, row);
  const detail = { account: owner.name, ...termsOf(terms), ...(replaces && { replaces }) };
  await record({ action: 'key.issue', subject: `key:${row.id}`, detail });
  return { key, details: (await readKey(client, row.id)) as ApiKey };
}

/** Creates a key. Its text is in the response and nowhere else. */
export function issueKey(deps: ChangeDeps, { terms, makeAccount = false }: Asked): Promise<IssuedKey> {
  const parsed = parseTerms(terms);
  const name = parseAccountName(terms.account, 'account');
  return change(deps, async (within) => {
    const owner = await ownerOf(within, name, makeAccount);
    checkPlan(parsed, (await readPlan(within.client, owner.plan)) as Plan);
    return storeNewKey(within, { owner, terms: parsed });
  });
}
