import type { Obstacle, Verdict } from '../../identity/matching/judge.ts';
import { type Part, type Parts, partNames, partWeight } from '../../identity/matching/score.ts';
import type { Match, MatchSide, MatchState } from '../../ledger/matches/matches.ts';
import { bold } from './style.ts';
import { fit } from './table.ts';

/** The text for each finding. What is unknown on either side has no text. */
const foundWords: { [P in Part]: Partial<Record<Parts[P], string>> } = {
  name: { equal: 'same name', trading: 'trading name', former: 'former name', similar: 'similar name' },
  region: { equal: 'same region', unknown: 'region unknown', different: 'different region' },
  reach: { shared: 'domain or slug shared with others', different: 'different domain, slug or D-U-N-S number' },
  founded: {
    equal: 'founded in the same year',
    near: 'founded a few years apart',
    different: 'founded many years apart',
  },
  namesakes: {
    none: 'unique name',
    one: '1 other company with the name',
    few: 'a few other companies with the name',
    many: 'many other companies with the name',
  },
};

const obstacleWords: Record<Obstacle, string> = {
  name: "it is not the company's current name",
  form: 'the legal forms are incompatible',
  region: 'the regions are not known to match',
  reach: 'the domain, slug or D-U-N-S number differs',
  founded: 'the founding years are far apart',
  namesakes: 'other companies have the same name',
  partial: 'no complete national register lists it, so another company may have the same name',
  nameless: 'no record gives the company a name',
  spoken: 'its source already has a record of this company',
  rival: 'its source has another record with this name',
  disputed: 'another source has a record with this name and a different domain or slug',
  outranked: "another record has the company's current name",
  source: 'its source may not create links: see `orgdex match run --help`',
};

const signed = (weight: number | undefined) =>
  weight === undefined ? '' : ` ${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(1)}`;

/** No score is certain: 0.998 is shown as 0.99. */
export const showScore = (score: number): string => Math.min(score, 0.99).toFixed(2);

/** The parts of a score, with their weights. */
export function describeParts(parts: Parts): string {
  const words = partNames.flatMap((part) => {
    const word = (foundWords[part] as Record<string, string | undefined>)[parts[part]];
    return word === undefined ? [] : [`${word}${signed(partWeight(part, parts[part]))}`];
  });
  return words.join(', ');
}

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

/** The states as operators see them. The ledger calls a proposed match a candidate, and a rejected one refused. */
const stateNames = {
  candidate: 'proposed',
  linked: 'linked',
  accepted: 'accepted',
  refused: 'rejected',
} as const satisfies Record<MatchState, string>;

export const stateName = (state: MatchState): string => stateNames[state];

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
