import { type ApiKey, type KeyChange, type Plan, reconcileScope } from '@orgdex/contract';
import { invalidField } from '../../core/errors/failure.ts';
import { readAccount, type StoredAccount } from '../../stores/postgres/access/accounts.ts';
import { saveKeyTerms } from '../../stores/postgres/access/api-keys.ts';
import { readPlan } from '../../stores/postgres/access/plans.ts';
import { type Change, type ChangeDeps, change, differenceOf } from './audited-change.ts';
import { checkPlan, termsOf } from './create-key.ts';
import { isForUrls } from './key-form.ts';
import { parseTerms } from './key-terms.ts';
import { checkLives, keyOf } from './revoke-key.ts';

/** Checks only the requested fields: a key beyond a plan that was narrowed later can still get a new label. */
async function checkAsked({ client }: Change, account: string, { scopes = [], countries = null }: KeyChange) {
  const { plan } = (await readAccount(client, account)) as StoredAccount;
  checkPlan({ scopes, countries }, (await readPlan(client, plan)) as Plan);
}

/** A key that was sent in URLs must never open anything else, and its prefix would no longer say what it is. */
function checkKind(before: readonly string[], after: readonly string[]): void {
  if (isForUrls(before) === isForUrls(after)) return;
  throw invalidField('scopes', `cannot change to or from ${reconcileScope}. Create another key instead.`);
}

/** Updates the terms of a key; omitted fields keep their values. Running processes are notified. */
export function changeKey(deps: ChangeDeps, { id, terms }: { id: string; terms: KeyChange }): Promise<ApiKey> {
  return change(deps, async (within) => {
    const key = await keyOf(within, id);
    checkLives(key);
    const before = termsOf(key);
    const after = parseTerms({ ...before, ...terms });
    checkKind(before.scopes, after.scopes);
    await checkAsked(within, key.account, terms);
    const difference = differenceOf(before, after);
    if (!difference) return key;
    await saveKeyTerms(within.client, { id, ...after });
    const detail = { account: key.account, ...difference };
    await within.record({ action: 'key.change', subject: `key:${id}`, detail });
    await within.notifyAll();
    return keyOf(within, id);
  });
}
