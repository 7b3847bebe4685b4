import {
  ChangeKey,
  type Endpoint,
  IssueKey,
  ListAccounts,
  ListAudit,
  ListKeys,
  ListPlans,
  ListUsage,
  RevokeKey,
  RotateKey,
  SetAccount,
  SetPlan,
} from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { type Input, type Output, serve } from '../http/serve-endpoint.ts';
import { listAccounts, setAccount } from './accounts.ts';
import { listAudit } from './audit.ts';
import type { ChangeDeps } from './audited-change.ts';
import { issueKey } from './create-key.ts';
import { listPlans, setPlan } from './plans.ts';
import { changeMs, queryLedger } from './query-ledger.ts';
import { listKeys, revokeKey, rotateKey } from './revoke-key.ts';
import { changeKey } from './update-key.ts';
import { listUsage, type UsageDeps } from './usage-report.ts';

export type AdminDeps = Pick<ChangeDeps, 'pool' | 'auditKey'> & UsageDeps;

/** The operator's endpoints. The command line offers the same functions. */
export function adminRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const admin = <E extends Endpoint>(
    endpoint: E,
    work: (input: Input<E>, deps: AdminDeps & ChangeDeps) => Promise<Output<E>>,
  ) =>
    serve(app, endpoint, async (input, { key }) => ({
      body: await queryLedger(() => work(input, { ...deps, actor: `key:${key}`, withinMs: changeMs })),
    }));
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
  admin(ListAudit, ({ query }, as) => listAudit(as, Number(query.after ?? 0)));
}
