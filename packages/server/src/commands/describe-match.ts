import type { Match, MatchSide } from '../ledger/matches.ts';
import type { Obstacle, Verdict } from '../matching/judge.ts';
import { type Part, type Parts, partNames, pointsOf } from '../matching/score.ts';
import { fit } from './table.ts';

/** What was found, in words; what is not known either way is not worth one. */
const foundWords: { [P in Part]: Partial<Record<Parts[P], string>> } = {
  name: { equal: 'same name', trading: 'trading name', former: 'former name', similar: 'similar name' },
  region: { equal: 'same region', unknown: 'region unknown', different: 'another region' },
  reach: { shared: 'a domain or slug that others share', different: 'another domain, slug or D-U-N-S number' },
  founded: { equal: 'founded in the same year', near: 'founded not long apart', different: 'founded long apart' },
  namesakes: { none: 'no namesake', one: 'one namesake', few: 'a few namesakes', many: 'many namesakes' },
};

const obstacleWords: Record<Obstacle, string> = {
  name: 'it is not the name that the company has now',
  form: 'their legal forms exclude each other',
  region: 'the region is not known to be the same',
  reach: 'domain, slug or D-U-N-S number differ',
  founded: 'they were founded long apart',
  namesakes: 'other companies bear the name',
  partial:
    'no register of all companies, associations and partnerships of the country, loaded whole, lists it: others may bear the name',
  nameless: 'no record names the company',
  spoken: 'its source speaks of that company already',
  rival: 'its source has another record of that name',
  disputed: 'another source has a record of that name with another domain or slug',
  outranked: "another record bears the company's own name",
  source: 'its source may not link: see `orgdex match run --help`',
};

const signed = (points: number) => `${points < 0 ? '−' : '+'}${Math.abs(points)}`;

/** The parts of a score. */
export function describeParts(parts: Parts): string {
  const words = partNames.flatMap((part) => {
    const word = (foundWords[part] as Record<string, string | undefined>)[parts[part]];
    return word === undefined ? [] : [`${word} ${signed(pointsOf(part, parts[part]))}`];
  });
  return words.join(', ');
}

const describeSide = ({ source, key, name, company }: MatchSide) =>
  `${fit(`${source}:${key}`, 48)} "${fit(name ?? '', 60)}", ${company}`;

/** One match, for a terminal. */
export function describeMatch({ id, state, score, reasons, free, company }: Match): string {
  const isOpen = state === 'candidate';
  const { obstacles, ...parts } = reasons as Verdict['reasons'];
  const indent = ' '.repeat(`${id}`.length + 2);
  return [
    `${id}  ${score.toFixed(2)}  ${describeSide(free)}`,
    `${indent}${isOpen ? 'is it' : state === 'refused' ? 'is not' : 'is'}  ${describeSide(company)}${isOpen ? '?' : ''}`,
    `${indent}${describeParts(parts)}`,
    ...(isOpen ? [`${indent}not linked: ${obstacles.map((obstacle) => obstacleWords[obstacle]).join('; ')}`] : []),
  ].join('\n');
}
