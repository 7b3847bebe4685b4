import type { Verdict } from '../../pipeline/identity/matching/decide.ts';
import { describeParts, obstacleWords, stateName } from '../../pipeline/identity/matching/wording.ts';
import type { Match, MatchSide } from '../../stores/postgres/matches/matches.ts';
import { fit } from './table.ts';
import { bold } from './terminal.ts';

/** No score is certain: 0.998 is shown as 0.99. */
export const showScore = (score: number): string => Math.min(score, 0.99).toFixed(2);

const describeSide = ({ source, key, name, company }: MatchSide) =>
  `  ${fit(`${source}:${key}`, 48)} "${fit(name ?? '', 60)}", company ${company}`;

/** One match, for a terminal. */
export function describeMatch({ id, state, score, reasons, free, company }: Match): string {
  const { obstacles, ...parts } = reasons as Verdict['reasons'];
  return [
    `${bold(`Match ${id}`)}  score ${showScore(score)}: ${describeParts(parts)}`,
    describeSide(free),
    describeSide(company),
    ...(state === 'candidate'
      ? [`  Not linked: ${obstacles.map((obstacle) => obstacleWords[obstacle]).join('; ')}.`]
      : []),
  ].join('\n');
}

const sideJson = ({ source, key, name, company }: MatchSide) => ({ source, key, name, company_id: company });

/** A match as `--json` prints it. */
export const toMatchJson = ({ id, state, score, reasons, madeAt, free, company }: Match) => ({
  id,
  state: stateName(state),
  score,
  reasons,
  created_at: madeAt,
  unregistered: sideJson(free),
  company: sideJson(company),
});
