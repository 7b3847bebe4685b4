import { Random } from '../../sample-data/demo/random.ts';
import { extractDay } from '../registers/population/days.ts';
import { abnOfCompany, abnOfOther, acnOf } from '../registers/population/numbers.ts';
import { type Place, places, postcodeIn } from '../registers/population/places.ts';
import type { Member } from '../registers/population/population.ts';
import { kindsByShare, privateCompany, type TruthKind, written } from './kinds.ts';
import { ownName, type Role } from './own-name.ts';
import { rates, type Trap } from './rates.ts';
import { type KnownPopulation, type Relation, relationOf } from './relations.ts';

/** The true facts of a company. The rows of all files are derived from it, correctly or not. */
export interface Company extends Member {
  id: string;
  index: number;
  kind: TruthKind;
  /** Without the legal form. */
  ownName: string;
  formerOwnName: string | undefined;
  formerPlace: Place | undefined;
  tradingName: string | undefined;
  /** The day of its registration. */
  founded: number;
  host: string;
  /** It belongs to another company now. */
  formerHost: string | undefined;
  /** The traps that apply to every row about this company. */
  traps: readonly Trap[];
}

/** Independent random sequences. */
export const draws = { place: 21, company: 22, abr: 23, asic: 24, gleif: 25, page: 26, pdl: 27, bigpicture: 28 };

const random = new Random();

/** The name of the second company of a pair, as a name of the first. */
const nameOfSecond: Partial<Record<Relation['trap'], Role>> = {
  namesake: 'current',
  'namesake elsewhere': 'current',
  'former name taken': 'former',
};

function ownNameOf(seed: number, index: number, relation: Relation | undefined): string {
  const role = relation?.nth === 1 ? nameOfSecond[relation.trap] : undefined;
  return role ? ownName(seed, index - 1, role) : ownName(seed, index, 'current');
}

const drawnPlace = (seed: number, index: number): Place => random.restart(seed, index, draws.place).pick(places);

const elsewhere = ({ state }: Place): Place => random.pick(places.filter((other) => other.state !== state));

/** The second company of a pair has the same location as the first, unless the trap requires otherwise. */
function placeOf(seed: number, index: number, relation: Relation | undefined): Place {
  if (relation?.nth !== 1 || !nameOfSecond[relation.trap]) return drawnPlace(seed, index);
  const first = drawnPlace(seed, index - 1);
  return relation.trap === 'namesake elsewhere' ? elsewhere(first) : first;
}

export const toSlug = (name: string): string => (name.toLowerCase().match(/[a-z]+/g) ?? []).join('-');

/** The index makes the domain unique, among these companies and real ones. */
const hostAt = (seed: number, index: number): string =>
  `${toSlug(ownName(seed, index, 'current'))}-${index.toString(36)}.com.au`;

function hostsOf(seed: number, index: number, relation: Relation | undefined) {
  if (relation?.trap === 'shared domain') return { host: hostAt(seed, index - relation.nth), formerHost: undefined };
  const lost = relation?.trap === 're-used domain' && relation.nth === 0;
  return { host: hostAt(seed, index), formerHost: lost ? hostAt(seed, index + 1) : undefined };
}

function numbersOf(index: number, { isCompany }: TruthKind): { abn: string; acn: string | undefined } {
  if (!isCompany) return { abn: abnOfOther(index), acn: undefined };
  const acn = acnOf(index);
  return { abn: abnOfCompany(acn), acn };
}

function trapsOf(relation: Relation | undefined, { code }: TruthKind): Trap[] {
  if (relation) return [relation.trap];
  return code === 'DTT' ? ['trust'] : [];
}

export function companyOf(population: KnownPopulation, index: number): Company {
  const { seed } = population;
  const relation = relationOf(population, index);
  const place = placeOf(seed, index, relation);
  random.restart(seed, index, draws.company);
  const since = random.below(extractDay);
  const kind = relation ? privateCompany : random.pick(kindsByShare);
  const own = ownNameOf(seed, index, relation);
  const renamed =
    random.chance(rates.companies.renamed) || (relation?.trap === 'former name taken' && relation.nth === 0);
  return {
    id: `c${index}`,
    index,
    kind,
    ...numbersOf(index, kind),
    ownName: own,
    name: written(random, kind.forms, own),
    person: undefined,
    place,
    postcode: postcodeIn(random, place),
    cancelled: random.chance(rates.companies.cancelled),
    since,
    founded: random.below(since + 1),
    formerOwnName: renamed ? ownName(seed, index, 'former') : undefined,
    formerPlace: random.chance(rates.companies.moved) ? elsewhere(place) : undefined,
    tradingName: random.chance(rates.companies.tradesAs) ? ownName(seed, index, 'trading') : undefined,
    ...hostsOf(seed, index, relation),
    traps: trapsOf(relation, kind),
  };
}
