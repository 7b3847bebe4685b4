import {
  ChangeKey,
  type Endpoint,
  GetUsage,
  IssueKey,
  ListAccounts,
  ListAudit,
  ListKeys,
  ListPlans,
  ListRefusals,
  ListUsage,
  RevokeKey,
  RotateKey,
  SetAccount,
  SetPlan,
  VerifyAudit,
} from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import type { AdminEndpoints } from '../http/admin-endpoint.ts';
import { type Input, type Output, serve } from '../http/serve-endpoint.ts';
import { listAccounts, setAccount } from './accounts.ts';
import { listAudit } from './audit.ts';
import type { ChangeDeps } from './audited-change.ts';
import { changeKey, issueKey, listKeys, revokeKey, rotateKey } from './key-changes.ts';
import { listPlans, setPlan } from './plans.ts';
import { changeMs, queryDatabase } from './query-database.ts';
import { listRefusals, type RefusalCounter } from './refusals.ts';
import { getUsage, listUsage, type UsageDeps } from './usage-report.ts';
import { auditVerdict } from './verify-audit.ts';

export interface AccessRouteDeps extends Pick<ChangeDeps, 'pool' | 'auditKey'>, Pick<UsageDeps, 'flush'> {
  readonly refusals: RefusalCounter;
}

/** How long the whole audit log may take to verify. */
const verifyMs = 9000;

/** The operator's endpoints. The command line offers the same functions. */
export function accessRoutes(endpoints: AdminEndpoints, deps: AccessRouteDeps): void {
  const admin = <E extends Endpoint>(
    endpoint: E,
    work: (input: Input<E>, deps: AccessRouteDeps & ChangeDeps) => Promise<Output<E>>,
  ) => endpoints.serve(endpoint, (input, { actor }) => work(input, { ...deps, actor, withinMs: changeMs }));
  admin(ListPlans, (_, as) => listPlans(as));
  admin(SetPlan, ({ params, body }, as) => setPlan(as, { name: params.name, terms: body }));
  admin(ListAccounts, (_, as) => listAccounts(as));
  admin(SetAccount, ({ params, body }, as) => setAccount(as, { name: params.name, terms: body }));
  admin(ListKeys, ({ query }, as) => listKeys(as, query.account));
  admin(IssueKey, ({ body }, as) => issueKey(as, { terms: body }));
  admin(ChangeKey, ({ params, body }, as) => changeKey(as, { id: params.id, terms: body }));
  admin(RevokeKey, ({ params }, as) => revokeKey(as, params.id));
  admin(RotateKey, ({ params, body }, as) => rotateKey(as, { id: params.id, overlapHours: body.overlap_hours }));
  admin(ListUsage, ({ query }, as) => listUsage(as, query));
  admin(ListRefusals, ({ query }, as) => listRefusals(as, query));
  admin(ListAudit, ({ query }, as) => listAudit(as, query));
  endpoints.serve(VerifyAudit, ({ query }) => auditVerdict(deps, query.expect), verifyMs);
}

export function usageRoute(app: FastifyInstance, deps: UsageDeps): void {
  serve(app, GetUsage, async ({ query }, caller) => ({
    body: await queryDatabase(() => getUsage(deps, caller, query)),
  }));
}
