import type { MatchReviewState } from '@orgdex/contract';
import type { MatchState } from '../../../stores/postgres/matches/matches.ts';
import type { Obstacle } from './decide.ts';
import { type Part, type Parts, partNames, partWeight } from './match-score.ts';

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

export const obstacleWords: Record<Obstacle, string> = {
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

/** What was found, in words; undefined: nothing is known. */
export const wordOf = (part: Part, found: string): string | undefined =>
  (foundWords[part] as Record<string, string | undefined>)[found];

const signed = (weight: number | undefined) =>
  weight === undefined ? '' : ` ${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(1)}`;

/** The parts of a score, with their weights. */
export function describeParts(parts: Parts): string {
  const words = partNames.flatMap((part) => {
    const word = wordOf(part, parts[part]);
    return word === undefined ? [] : [`${word}${signed(partWeight(part, parts[part]))}`];
  });
  return words.join(', ');
}

/** The states as operators see them. The database calls a proposed match `candidate`, and a rejected one `refused`. */
const stateNames = {
  candidate: 'proposed',
  linked: 'linked',
  accepted: 'accepted',
  refused: 'rejected',
} as const satisfies Record<MatchState, MatchReviewState>;

export const stateName = (state: MatchState): MatchReviewState => stateNames[state];
