import { OperatorProblem } from '../../../core/errors/failure.ts';
import type { AuditedAction } from '../../../stores/postgres/access/audit.ts';
import { countFitting, listMatches, type Match, type MatchFilter } from '../../../stores/postgres/matches/matches.ts';
import { type DecideDeps, decideTogether } from './review.ts';

export interface ManyMatches {
  readonly decision: 'accept' | 'reject';
  readonly filter: Omit<MatchFilter, 'state'>;
  /** How many matches the operator saw; counts stop at a limit, so this may stand for more. Absent: as many as there are. */
  readonly count?: number;
  /** When to stop, as a timestamp in milliseconds; absent: when all are decided. */
  readonly until?: number;
}

export interface Decided {
  decided: number;
  skipped: { id: number; message: string }[];
  remaining: number;
}

/** Matches that are decided in one transaction. */
const pageSize = 100;

/** A match that cannot be decided is skipped. Any other failure ends the whole. */
function whySkipped(error: unknown): string {
  const isOwn = error instanceof OperatorProblem && ['decision_conflict', 'match_not_found'].includes(error.problem);
  if (!isOwn) throw error;
  return error.message;
}

/** Pages of proposed matches, most certain first. Decided ones leave the list, so each page continues after the last one. */
async function* readProposed({ pool }: DecideDeps, filter: MatchFilter): AsyncGenerator<Match[]> {
  for (let after: Match | undefined; ; ) {
    const matches = await listMatches(pool, { ...filter, after, limit: pageSize });
    after = matches.at(-1);
    if (!after) return;
    yield matches;
  }
}

/** The matches that are all decided by one decision: an audit entry. */
function doneOf({ decision, filter }: ManyMatches, count: number): AuditedAction {
  const { source, minScore, belowScore } = filter;
  const detail = { source, min_score: minScore, below_score: belowScore, count };
  return { action: `match.${decision}`, subject: 'matches', detail };
}

async function countOrFail({ pool }: DecideDeps, filter: MatchFilter, count: number | undefined): Promise<number> {
  const { value } = await countFitting(pool, filter);
  if (count === undefined || value === count) return value;
  const message = `\`count\` is ${count}, but ${value} proposed ${value === 1 ? 'match has' : 'matches have'} such a score. Nothing was changed.`;
  throw new OperatorProblem('count_changed', message);
}

/**
 * Accepts or rejects proposed matches, page by page, until the time is up. It is one decision, so the audit log has one
 * entry, which the first transaction stores. Does nothing if there are more or fewer than the operator saw.
 */
export async function decideMany(deps: DecideDeps, asked: ManyMatches): Promise<Decided> {
  const { decision, until = Number.POSITIVE_INFINITY } = asked;
  const filter = { ...asked.filter, state: 'candidate' } as const;
  let done: AuditedAction | undefined = doneOf(asked, await countOrFail(deps, filter, asked.count));
  const result: Decided = { decided: 0, skipped: [], remaining: 0 };
  const decide = async (ids: readonly number[]): Promise<void> => {
    try {
      await decideTogether(deps, { decision, ids, done });
      done = undefined;
      result.decided += ids.length;
    } catch (error) {
      const message = whySkipped(error);
      const [id = 0, ...others] = ids;
      if (others.length === 0) result.skipped.push({ id, message });
      // One of them cannot be decided: only one by one is it known which.
      else for (const one of ids) if (Date.now() <= until) await decide([one]);
    }
  };
  for await (const matches of readProposed(deps, filter)) {
    if (Date.now() > until) break;
    await decide(matches.map(({ id }) => id));
  }
  return { ...result, remaining: (await countFitting(deps.pool, filter)).value };
}
