import { type BulkDecision, type BulkResult, bulkDecisionSeconds, type ReviewedMatch } from '@orgdex/contract';
import { invalidField } from '../../core/errors/failure.ts';
import type { Secret } from '../../core/settings/secret.ts';
import { settle } from '../../pipeline/identity/apply-links.ts';
import { decideMany } from '../../pipeline/identity/matching/decide-many.ts';
import { acceptMatch, type DecideDeps, rejectMatch, undoMatch } from '../../pipeline/identity/matching/review.ts';
import { lockWaitMs, type Operator } from '../http/admin-endpoint.ts';
import { type ReviewDeps, reviewMatch } from './match-review.ts';

export interface MatchDeps extends ReviewDeps {
  readonly secret: Secret;
}

const decisions = { accept: acceptMatch, reject: rejectMatch, undo: undoMatch };
export type Decision = keyof typeof decisions;

const decidingAs = ({ pool, secret }: MatchDeps, { recordAudit }: Operator): DecideDeps => ({
  pool,
  settle: (client) => settle(client, secret),
  recordAudit,
  lockWaitMs,
});

/** Decides one match, or takes the decision back, and returns the match as it is then. */
export async function decideOne(
  deps: MatchDeps,
  operator: Operator,
  { id, decision }: { id: number; decision: Decision },
): Promise<ReviewedMatch> {
  await decisions[decision](decidingAs(deps, operator), id);
  return reviewMatch(deps, id);
}

/** Decides all proposed matches of a range of scores, as far as the time of one request allows. */
export function decideRange(deps: MatchDeps, operator: Operator, asked: BulkDecision): Promise<BulkResult> {
  const { decision, source, count, min_score: minScore, below_score: belowScore } = asked;
  if (minScore === undefined && belowScore === undefined)
    throw invalidField('min_score', 'or `below_score` is required: the matches to decide must have a limit.');
  return decideMany(decidingAs(deps, operator), {
    decision,
    count,
    filter: { source, minScore: minScore ?? 0, belowScore },
    until: Date.now() + bulkDecisionSeconds * 1000,
  });
}
