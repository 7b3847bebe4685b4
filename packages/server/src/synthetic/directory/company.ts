import type { SupportedCountry } from '@orgdex/contract';
import { type Country, countriesByShare, type LegalForm } from '../../sample-data/demo/countries.ts';
import type { Tongue } from '../../sample-data/demo/name-words.ts';
import { abnOf, acnOf, jcnOf, leiOf, nzbnOf, uenOf } from '../../sample-data/demo/numbers.ts';
import { Random } from '../../sample-data/demo/random.ts';
import { maxNamed, type OwnName, ownName, type Role } from './own-name.ts';

/** A synthetic directory of companies in all countries. Each company is a pure function of the seed and its index. */
export interface Directory {
  seed: number;
  companies: number;
}

/** A company that another one can be confused with. Both are in one country; `nth` is 0 or 1. */
export interface Relation {
  trap: 'namesake' | 'namesake elsewhere' | 'shared domain' | 'former name taken';
  nth: number;
}

export interface DirectoryPlace {
  city: string;
  /** Empty if the place has no region. */
  regionName: string;
  /** ISO 3166-2. */
  region: string | undefined;
}

export interface DirectoryCompany {
  index: number;
  key: string;
  country: Country;
  tongue: Tongue;
  own: OwnName;
  /** With the legal form. */
  name: string;
  form: LegalForm;
  former: OwnName | undefined;
  trading: OwnName | undefined;
  place: DirectoryPlace;
  host: string | undefined;
  founded: number;
  employees: number | undefined;
  numbers: Partial<Record<'abn' | 'acn' | 'nzbn' | 'uen' | 'jcn' | 'lei', string>>;
  relation: Relation | undefined;
}

const perBlock = countriesByShare.length;

/** The languages of a country, as often as its legal forms use them. */
const tonguesOf = (country: Country): Tongue[] => country.forms.map(({ tongue }) => tongue);

/** A country with two languages has both, spread over its places in a block. */
function tongueAt(country: Country, nth: number, count: number): Tongue {
  const tongues = tonguesOf(country);
  return tongues[Math.floor(((nth + 0.5) / count) * tongues.length)] as Tongue;
}

/** The country and the language at each place of a block of a hundred companies. */
const places: readonly { country: Country; tongue: Tongue }[] = countriesByShare.map((country, at) => {
  const before = countriesByShare.slice(0, at).filter((other) => other === country).length;
  const count = countriesByShare.filter((other) => other === country).length;
  return { country, tongue: tongueAt(country, before, count) };
});
/** The number of each place among those of its language. */
const ranks = places.map(({ tongue }, at) => places.slice(0, at).filter((other) => other.tongue === tongue).length);
const perTongue = Map.groupBy(places, ({ tongue }) => tongue);

/** With more companies, names would repeat. */
export const maxDirectory =
  Math.min(...[...perTongue].map(([tongue, all]) => Math.floor(maxNamed(tongue) / all.length))) * perBlock;

const placeOf = (index: number) => places[index % perBlock] as (typeof places)[number];

/** The number of a company among those of its language. */
const nthInTongue = (index: number): number => {
  const inBlock = perTongue.get(placeOf(index).tongue)?.length as number;
  return Math.floor(index / perBlock) * inBlock + (ranks[index % perBlock] as number);
};

/** One pair in this many is of each kind. */
const trapEvery = 40;
const traps = ['namesake', 'namesake elsewhere', 'shared domain', 'former name taken'] as const;

/** The companies at one place of two adjacent blocks are of one country and language: they may be a pair. */
function relationOf(index: number): Relation | undefined {
  const block = Math.floor(index / perBlock);
  const trap = traps[(Math.floor(block / 2) * 7 + (index % perBlock)) % trapEvery];
  return trap && { trap, nth: block % 2 };
}

const keyOf = (index: number): string => `d${index}`;

/** The key of the other company of a pair. */
export const partnerOf = (index: number, { nth }: Relation): string =>
  keyOf(nth === 0 ? index + perBlock : index - perBlock);

/** How many companies are in whole pairs of blocks: only these have the other company of each pair. */
export const pairedIn = ({ companies }: Directory): number => Math.floor(companies / (2 * perBlock)) * 2 * perBlock;

/** What a company adds to its name if it shares a domain with a sister. */
const sisterWords: Readonly<Record<Tongue, string>> = {
  en: ' Services',
  ja: 'サービス',
  ko: '서비스',
  th: 'บริการ',
  vi: ' Dịch Vụ',
  id: ' Jasa',
  zh: '服務',
};

/** Independent random sequences. */
export const draws = { place: 41, company: 42, query: 43, item: 44, form: 45 };

const random = new Random();

export const nameIn = (index: number, seed: number, role: Role): OwnName =>
  ownName(placeOf(index).tongue, seed, nthInTongue(index), role);

function ownNameOf(seed: number, index: number, relation: Relation | undefined): OwnName {
  if (relation?.nth !== 1) return nameIn(index, seed, 'current');
  const first = index - perBlock;
  if (relation.trap === 'former name taken') return nameIn(first, seed, 'former');
  const own = nameIn(first, seed, 'current');
  return relation.trap === 'shared domain' ? { ...own, text: own.text + sisterWords[placeOf(index).tongue] } : own;
}

/** Another language of the country has other legal forms. Namesakes have the same one. */
function formOf(seed: number, index: number, relation: Relation | undefined): LegalForm {
  const { country, tongue } = placeOf(index);
  const drawnFor = relation?.trap === 'namesake' && relation.nth === 1 ? index - perBlock : index;
  const forms = country.forms.filter((form) => form.tongue === tongue);
  return random.restart(seed, drawnFor, draws.form).pick(forms);
}

const toPlace = ({ place, region }: Country['places'][number]): DirectoryPlace => {
  const [city = '', regionName = ''] = place.split(', ');
  return { city, regionName, region };
};

function seatOf(seed: number, index: number, relation: Relation | undefined): DirectoryPlace {
  const { country } = placeOf(index);
  const isSecond = relation?.nth === 1;
  const drawn = random.restart(seed, isSecond ? index - perBlock : index, draws.place).pick(country.places);
  if (!isSecond || relation.trap === 'namesake') return toPlace(drawn);
  return toPlace(
    random.pick(
      country.places.filter(({ region, place }) => region !== drawn.region || (!region && place !== drawn.place)),
    ),
  );
}

const registers: Partial<Record<SupportedCountry, (index: number) => DirectoryCompany['numbers']>> = {
  AU: (index) => ({ abn: abnOf(index), acn: acnOf(index) }),
  NZ: (index) => ({ nzbn: nzbnOf(index) }),
  SG: (index) => ({ uen: uenOf(index) }),
  JP: (index) => ({ jcn: jcnOf(index), lei: leiOf(index) }),
};

/** Countries without a register that has numbers here use LEIs. */
export const numbersOf = (country: SupportedCountry, index: number): DirectoryCompany['numbers'] =>
  registers[country]?.(index) ?? { lei: leiOf(index) };

const rates = { renamed: 0.03, tradesAs: 0.06, withoutHost: 0.35, withoutSize: 0.4 };

const hostOf = (index: number, { latin }: OwnName, { hostSuffix }: Country) =>
  `${latin}-${index.toString(36)}.${hostSuffix}`;

export function directoryCompany({ seed }: Directory, index: number): DirectoryCompany {
  const { country, tongue } = placeOf(index);
  const relation = relationOf(index);
  const own = ownNameOf(seed, index, relation);
  const place = seatOf(seed, index, relation);
  const form = formOf(seed, index, relation);
  random.restart(seed, index, draws.company);
  const isRenamed = random.chance(rates.renamed) || (relation?.trap === 'former name taken' && relation.nth === 0);
  const shared = relation?.trap === 'shared domain' && relation.nth === 1 ? index - perBlock : index;
  const hasHost = !random.chance(rates.withoutHost) || relation?.trap === 'shared domain';
  return {
    index,
    key: keyOf(index),
    country,
    tongue,
    own,
    name: form.before + own.text + form.after,
    form,
    former: isRenamed ? nameIn(index, seed, 'former') : undefined,
    trading: random.chance(rates.tradesAs) ? nameIn(index, seed, 'trading') : undefined,
    place,
    host: hasHost ? hostOf(shared, nameIn(shared, seed, 'current'), country) : undefined,
    founded: 1950 + random.below(76),
    employees: random.chance(rates.withoutSize) ? undefined : Math.ceil(2 ** (random.fraction() * 13)),
    numbers: numbersOf(country.code, index),
    relation,
  };
}
