import { OperatorProblem } from '../../errors/failure.ts';
import { countFitting, listMatches, type MatchFilter } from '../../ledger/matches/matches.ts';
import { acceptMatch, type DecideDeps, rejectMatch } from './review.ts';

export interface ManyMatches {
  readonly decision: 'accept' | 'reject';
  readonly filter: Omit<MatchFilter, 'state'>;
  /** How many matches the operator saw; counts stop at a limit, so this may stand for more. */
  readonly count: number;
  /** When to stop, as a timestamp in milliseconds. */
  readonly until: number;
}

export interface Decided {
  decided: number;
  skipped: { id: number; message: string }[];
  remaining: number;
}

const pageSize = 100;
const decide = { accept: acceptMatch, reject: rejectMatch };

/** A match that cannot be decided is skipped. Any other failure ends the whole. */
function whySkipped(error: unknown): string {
  const isOwn = error instanceof OperatorProblem && ['decision_conflict', 'match_not_found'].includes(error.problem);
  if (!isOwn) throw error;
  return error.message;
}

/** The proposed matches, most certain first. Decided ones leave the list, so each page continues after the last one. */
async function* readProposed({ pool }: DecideDeps, filter: MatchFilter) {
  for (let after: { id: number; score: number } | undefined; ; ) {
    const matches = await listMatches(pool, { ...filter, after, limit: pageSize });
    yield* matches;
    after = matches.at(-1);
    if (!after) return;
  }
}

/**
 * Accepts or rejects proposed matches one by one, until the time is up. Does nothing if there are more or fewer than
 * the operator saw.
 */
export async function decideMany(
  deps: DecideDeps,
  { decision, count, until, ...asked }: ManyMatches,
): Promise<Decided> {
  const filter = { ...asked.filter, state: 'candidate' } as const;
  const { value: before } = await countFitting(deps.pool, filter);
  if (before !== count) {
    const message = `\`count\` is ${count}, but ${before} proposed ${before === 1 ? 'match has' : 'matches have'} such a score. Nothing was changed.`;
    throw new OperatorProblem('count_changed', message);
  }
  const result: Decided = { decided: 0, skipped: [], remaining: 0 };
  for await (const { id } of readProposed(deps, filter)) {
    if (Date.now() > until) break;
    try {
      await decide[decision](deps, id);
      result.decided += 1;
    } catch (error) {
      result.skipped.push({ id, message: whySkipped(error) });
    }
  }
  return { ...result, remaining: (await countFitting(deps.pool, filter)).value };
}
