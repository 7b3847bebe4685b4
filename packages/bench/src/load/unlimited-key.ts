import { planLimits } from '@orgdex/contract';
import { setAccount } from '../../../server/src/api/access/accounts.ts';
import { issueKey } from '../../../server/src/api/access/key-changes.ts';
import { setPlan } from '../../../server/src/api/access/plans.ts';
import { readSecret } from '../../../server/src/core/settings/secret.ts';
import type { Installation } from '../../../testing/src/processes/installation.ts';

/** A key for all operations of customers, with a plan that does not limit a load. */
export async function createUnlimitedKey({ pool, home }: Installation, account: string) {
  const deps = { pool, auditKey: readSecret(home).auditKey, actor: 'cli:bench' };
  await setPlan(deps, { name: 'unlimited', terms: { rate: planLimits.rate, burst: planLimits.burst } });
  await setAccount(deps, { name: account, terms: { plan: 'unlimited' } });
  return issueKey(deps, { terms: { account, scopes: ['company:read', 'company:search', 'people:search'] } });
}
