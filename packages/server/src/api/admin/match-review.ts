import type { EvidenceFeature, MatchesQuestion, MatchPage, ReviewedMatch } from '@orgdex/contract';
import { OperatorProblem } from '../../core/errors/failure.ts';
import { cardFacts } from '../../knowledge/profiles/card-facts.ts';
import { buildProfile } from '../../knowledge/profiles/profile.ts';
import type { Statement } from '../../knowledge/profiles/statements.ts';
import type { Rates } from '../../knowledge/rules/money/exchange-rates.ts';
import type { Verdict } from '../../pipeline/identity/matching/decide.ts';
import { type Part, partNames, partWeight } from '../../pipeline/identity/matching/match-score.ts';
import { obstacleWords, stateName, wordOf } from '../../pipeline/identity/matching/wording.ts';
import { prior } from '../../pipeline/identity/scoring/features.ts';
import { toCard } from '../../stores/opensearch/companies/cards.ts';
import { parseSignedCursor, toSignedCursor } from '../../stores/opensearch/signed-cursor.ts';
import { readSides } from '../../stores/postgres/matches/match-sides.ts';
import {
  countFitting,
  listMatches,
  type Match,
  type MatchSide,
  matchStates,
  readMatches,
} from '../../stores/postgres/matches/matches.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import { sizeOf } from '../http/admin-endpoint.ts';

export interface ReviewDeps {
  readonly pool: Pool;
  readonly rates: Rates;
  readonly cursorKey: Buffer;
}

const featureOf: Record<Part, EvidenceFeature> = {
  name: 'name',
  region: 'region',
  reach: 'domain',
  founded: 'year_founded',
  namesakes: 'namesakes',
};

const round = (value: number) => Math.round(value * 100) / 100;
const logOdds = (probability: number) => Math.log(probability / (1 - probability));

/** What each comparison adds. Namesakes share the probability: what they take is what is missing to the score. */
function evidenceOf({ score, reasons }: Match): ReviewedMatch['evidence'] {
  const parts = reasons as Verdict['reasons'];
  const own = partNames.map((part) => partWeight(part, parts[part]) ?? 0);
  const taken = logOdds(score) - own.reduce((sum, weight) => sum + weight, prior);
  return partNames.map((part, at) => ({
    feature: featureOf[part],
    finding: parts[part],
    text: wordOf(part, parts[part]) ?? null,
    weight: round(part === 'namesakes' ? Math.min(0, taken) : (own[at] as number)),
    conflict: parts[part] === 'different',
  }));
}

function toSide(side: MatchSide, statements: readonly Statement[], rates: Rates): ReviewedMatch['company'] {
  const profile = buildProfile(side.company, statements, rates);
  const facts = cardFacts(profile, statements);
  const { id: _, matched_name: __, ...card } = toCard({ profile: profile.body, card: facts }).card;
  return {
    source: side.source,
    key: side.key,
    observed: statements[0]?.observed ?? '',
    company_id: side.company,
    records: statements.map(({ source, key }) => ({ source, key })),
    ...card,
    country: card.country ?? statements.find(({ country }) => country !== null)?.country ?? null,
    trading_names: facts.trading,
    former_names: facts.former,
  };
}

const isUndoable = ({ state, decisionId }: Match): boolean =>
  state === 'refused' || (state === 'accepted' && decisionId !== null);

async function toReviewed({ pool, rates }: ReviewDeps, matches: readonly Match[]): Promise<ReviewedMatch[]> {
  const sides = await readSides(pool, matches);
  return matches.map((match) => ({
    id: match.id,
    state: stateName(match.state),
    score: match.score,
    prior,
    evidence: evidenceOf(match),
    obstacles: (match.reasons as Verdict['reasons']).obstacles.map((code) => ({ code, text: obstacleWords[code] })),
    created_at: match.madeAt.toISOString(),
    undoable: isUndoable(match),
    unregistered: toSide(match.free, sides.get(match.free) ?? [], rates),
    company: toSide(match.company, sides.get(match.company) ?? [], rates),
  }));
}

/** One match, as it is now. */
export async function reviewMatch(deps: ReviewDeps, id: number): Promise<ReviewedMatch> {
  const [match] = await toReviewed(deps, await readMatches(deps.pool, [id]));
  if (!match) throw new OperatorProblem('match_not_found', `Match ${id} does not exist.`);
  return match;
}

/** One page of matches, the highest score first. */
export async function listReviews(deps: ReviewDeps, { size, cursor, ...asked }: MatchesQuestion): Promise<MatchPage> {
  const { state: name = 'proposed', source, min_score, below_score } = asked;
  const request = ['matches', name, source ?? null, min_score ?? null, below_score ?? null];
  const after = cursor === undefined ? undefined : parseSignedCursor(deps.cursorKey, request, cursor);
  const limit = sizeOf(size);
  const filter = {
    state: matchStates.find((state) => stateName(state) === name) ?? 'candidate',
    source,
    minScore: Number(min_score ?? 0),
    belowScore: below_score === undefined ? undefined : Number(below_score),
  };
  const matches = await listMatches(deps.pool, {
    ...filter,
    after: after as Pick<Match, 'id' | 'score'> | undefined,
    limit: limit + 1,
  });
  const { value: total } = await countFitting(deps.pool, filter);
  const shown = matches.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = matches.length > limit && last;
  return {
    matches: await toReviewed(deps, shown),
    total,
    next_cursor: hasMore ? toSignedCursor(deps.cursorKey, request, { id: last.id, score: last.score }) : null,
  };
}
