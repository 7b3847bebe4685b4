import { industries } from '../../sample-data/demo/industries.ts';
import { nameWords } from '../../sample-data/demo/name-words.ts';

const first = nameWords.en.first.map(({ word }) => word.toUpperCase());
const second = nameWords.en.second.map(({ word }) => word.toUpperCase());
const trades = industries.flatMap(({ trades }) => trades.map((trade) => trade.toUpperCase()));
const qualifiers = [
  '',
  'NORTHERN ',
  'EASTERN ',
  'SOUTHERN ',
  'WESTERN ',
  'CENTRAL ',
  'COASTAL ',
  'INLAND ',
  'UPLAND ',
  'RIVERINE ',
];

const combinations = first.length * second.length * trades.length;
/** A prime that divides none of the list lengths, so that its multiples visit every combination once. */
const step = 1_299_709;

/** The roles of a name; the names of different roles never overlap. */
const roles = ['current', 'former', 'trading', 'unregistered'] as const;
export type Role = (typeof roles)[number];

/** With more companies, names would repeat. */
export const maxCompanies = Math.floor((combinations * qualifiers.length) / roles.length / 250) * 250;

/**
 * A name without legal form. Names are equal only for the same index and role, so that the number of namesakes is as
 * planned.
 */
export function ownName(seed: number, index: number, role: Role): string {
  const rank = index * roles.length + roles.indexOf(role);
  const at = ((rank % combinations) * step + seed * 7919) % combinations;
  const head = first[at % first.length];
  const tail = second[Math.floor(at / first.length) % second.length];
  const trade = trades[Math.floor(at / first.length / second.length)];
  const qualifier = qualifiers[Math.floor(rank / combinations)];
  return `${qualifier}${head}${at % 10 === 7 ? ' & ' : ''}${tail} ${trade}`;
}
