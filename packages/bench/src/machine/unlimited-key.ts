import { planLimits } from '@orgdex/contract';
import { setAccount } from '../../../server/src/api/access/accounts.ts';
import { issueKey } from '../../../server/src/api/access/key-changes.ts';
import { setPlan } from '../../../server/src/api/access/plans.ts';
import { readSecret } from '../../../server/src/core/settings/secret.ts';
import type { Pool } from '../../../server/src/stores/postgres/pool.ts';

/** A key for all operations of customers, with a plan of which no load reaches a limit. */
export async function createUnlimitedKey(
  { pool, home }: { readonly pool: Pool; readonly home: string },
  account: string,
) {
  const deps = { pool, auditKey: readSecret(home).auditKey, actor: 'cli:bench' };
  const { rate, burst, credits } = planLimits;
  await setPlan(deps, { name: 'unlimited', terms: { rate, burst, monthly_credits: credits } });
  await setAccount(deps, { name: account, terms: { plan: 'unlimited' } });
  return issueKey(deps, { terms: { account, scopes: ['company:read', 'company:search', 'people:search'] } });
}
