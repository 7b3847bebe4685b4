import type { SupportedCountry } from '@orgdex/contract';
import { type Country, countriesByShare, type LegalForm } from '../../../../server/src/sample-data/demo/countries.ts';
import type { Tongue } from '../../../../server/src/sample-data/demo/name-words.ts';
import { jcnOf, leiOf, nzbnOf, uenOf } from '../../../../server/src/sample-data/demo/numbers.ts';
import { Random } from '../../../../server/src/sample-data/demo/random.ts';
import { australianForms, australianNumbers, isPrivateCompany } from './australia.ts';
import { extractDay, isoDay } from './days.ts';
import { type OwnName, ownName, type Role } from './names.ts';

/** A company that others can be confused with: the nth of its pair or group, from 0. All are in one country. */
export interface Relation {
  readonly trap: (typeof pairTraps)[number] | 'shared domain';
  readonly nth: number;
  /** The index of the first of them. */
  readonly first: number;
}

export interface Place {
  readonly city: string;
  /** Empty if the place has no region. */
  readonly regionName: string;
  /** ISO 3166-2, with the country; empty if the country has no regions. */
  readonly region: string;
}

/**
 * A company of the universe: one population of all countries, which every file is about. Each company is a pure function of the
 * seed and its index, so nothing needs to be remembered, and the files of one seed fit together.
 */
export interface Company {
  readonly index: number;
  /** Its number among the companies of its country, from 0. */
  readonly nth: number;
  readonly key: string;
  readonly country: Country;
  readonly tongue: Tongue;
  readonly own: OwnName;
  readonly form: LegalForm;
  /** With the legal form. */
  readonly name: string;
  readonly former: OwnName | undefined;
  readonly trading: OwnName | undefined;
  readonly place: Place;
  readonly formerPlace: Place | undefined;
  readonly slug: string;
  readonly host: string;
  /** It belongs to another company now. */
  readonly formerHost: string | undefined;
  /** Whether a directory knows its website. */
  readonly isOnline: boolean;
  /** The day of its registration, and the year that it states. */
  readonly since: number;
  readonly founded: number;
  readonly employees: number | undefined;
  readonly numbers: Partial<Record<'abn' | 'acn' | 'nzbn' | 'uen' | 'jcn' | 'lei', string>>;
  readonly relation: Relation | undefined;
}

/** Independent random sequences. */
export const draws = {
  ...{ block: 1, entity: 2, abr: 3, fate: 4, holder: 5, businessName: 6, row: 7, asic: 8, firm: 9 },
  ...{
    place: 41,
    company: 42,
    query: 43,
    item: 44,
    form: 45,
    gleif: 46,
    page: 47,
    pdl: 48,
    bigpicture: 49,
    formerPlace: 50,
  },
} as const;

const perBlock = countriesByShare.length;
const slotsOf = Map.groupBy(
  countriesByShare.map(({ code }, slot) => ({ code, slot })),
  ({ code }) => code,
);

/** The index of the nth company of a country. */
export function indexOf(country: SupportedCountry, nth: number): number {
  const slots = slotsOf.get(country) as { slot: number }[];
  return Math.floor(nth / slots.length) * perBlock + (slots[nth % slots.length]?.slot ?? 0);
}

interface Slot {
  readonly country: Country;
  /** Its number among the slots of its country, and their count. */
  readonly rank: number;
  readonly count: number;
  readonly tongue: Tongue;
}

/** The country and the language at each place of a block of a hundred companies. Two languages of a country are spread over its places. */
const slots: readonly Slot[] = countriesByShare.map((country, at) => {
  const own = slotsOf.get(country.code) as { slot: number }[];
  const rank = own.findIndex(({ slot }) => slot === at);
  const { tongue } = country.forms[Math.floor(((rank + 0.5) / own.length) * country.forms.length)] as LegalForm;
  return { country, rank, count: own.length, tongue };
});
const slotOf = (index: number): Slot => slots[index % perBlock] as Slot;

const tongueSlots = Map.groupBy(
  slots.map(({ tongue }, slot) => ({ tongue, slot })),
  ({ tongue }) => tongue,
);

export const nthOf = (index: number): number => {
  const { rank, count } = slotOf(index);
  return Math.floor(index / perBlock) * count + rank;
};

/** The number of a company among those of its language. */
function nthInTongue(index: number): number {
  const own = tongueSlots.get(slotOf(index).tongue) as { slot: number }[];
  return Math.floor(index / perBlock) * own.length + own.findIndex(({ slot }) => slot === index % perBlock);
}

/** One pair in so many is of each kind. The companies of a pair are at one slot of two adjacent blocks, so of one country and language. */
const pairTraps = ['namesake', 'namesake elsewhere', 'former name taken', 're-used domain'] as const;
const pairEvery = 40;
/** One in so many runs of twenty blocks begins with a group that shares a domain, at each slot. Its size cycles through these. */
const runLength = 20;
const groupEvery = 20;
const groupSizes = [2, 3, 2, 5, 4, 10, 20] as const;

/** In Australia only private companies, so that namesakes have the same legal form and are in the same registers. */
const mayBeRelated = (index: number) => slotOf(index).country.code !== 'AU' || isPrivateCompany(nthOf(index));

export function relationOf(index: number): Relation | undefined {
  const [block, slot] = [Math.floor(index / perBlock), index % perBlock];
  const run = Math.floor(block / runLength);
  const first = (start: number) => start * perBlock + slot;
  if ((run * 7 + slot) % groupEvery === 0) {
    const nth = block % runLength;
    const size = groupSizes[(run + slot) % groupSizes.length] as number;
    return nth < size && mayBeRelated(index)
      ? { trap: 'shared domain', nth, first: first(run * runLength) }
      : undefined;
  }
  const pair = Math.floor(block / 2);
  const trap = pairTraps[(pair * 7 + slot) % pairEvery];
  const start = first(2 * pair);
  if (!trap || !mayBeRelated(start) || !mayBeRelated(start + perBlock)) return undefined;
  return { trap, nth: block % 2, first: start };
}

/** So many companies are in whole runs: only these have all others of their pair or group. */
export const relatedIn = (companies: number): number =>
  Math.floor(companies / (runLength * perBlock)) * runLength * perBlock || companies;

const keyOf = (index: number): string => `d${index}`;

/** The key of the other company of a pair. */
export const partnerOf = ({ first, nth }: Relation): string => keyOf(nth === 0 ? first + perBlock : first);

/** What the second company of a group adds to the name of the first. */
const sisterWords: Readonly<Record<Tongue, string>> = {
  en: ' Services',
  ja: 'サービス',
  ko: '서비스',
  th: 'บริการ',
  vi: ' Dịch Vụ',
  id: ' Jasa',
  zh: '服務',
};

export const nameIn = (index: number, seed: number, role: Role): OwnName =>
  ownName(slotOf(index).tongue, seed, nthInTongue(index), role);

const namesakes: ReadonlySet<string> = new Set(['namesake', 'namesake elsewhere']);

function ownNameOf(seed: number, index: number, relation: Relation | undefined): OwnName {
  if (relation?.nth !== 1 || relation.trap === 're-used domain') return nameIn(index, seed, 'current');
  if (relation.trap === 'former name taken') return nameIn(relation.first, seed, 'former');
  const own = nameIn(relation.first, seed, 'current');
  return namesakes.has(relation.trap) ? own : { ...own, text: own.text + sisterWords[slotOf(index).tongue] };
}

const random = new Random();

/** Namesakes in one place have the same form; another language of the country has others. */
function formOf(seed: number, index: number, relation: Relation | undefined): LegalForm {
  const { country, tongue } = slotOf(index);
  const drawnFor = relation?.trap === 'namesake' ? relation.first : index;
  const forms = country.code === 'AU' ? australianForms(nthOf(index)) : country.forms;
  return random.restart(seed, drawnFor, draws.form).pick(forms.filter((form) => form.tongue === tongue));
}

const toPlace = ({ place, region = '' }: Country['places'][number]): Place => {
  const [city = '', regionName = ''] = place.split(', ');
  return { city, regionName, region };
};

const elsewhere = ({ places }: Country, { region, city }: Place): Place =>
  random.pick(places.map(toPlace).filter((other) => other.region !== region || (!region && other.city !== city)));

/** The second company of a pair is in the same place as the first, unless the trap requires otherwise. */
function placeOf(seed: number, index: number, relation: Relation | undefined): Place {
  const { country } = slotOf(index);
  const isSecond = relation?.nth === 1 && relation.trap !== 'shared domain';
  const drawnFor = isSecond ? relation.first : index;
  const place = toPlace(random.restart(seed, drawnFor, draws.place).pick(country.places));
  return isSecond && relation.trap === 'namesake elsewhere' ? elsewhere(country, place) : place;
}

/** The index makes it unique, among these companies and real ones. */
const slugOf = (seed: number, index: number): string =>
  `${nameIn(index, seed, 'current').latin}-${slotOf(index).country.code.toLowerCase()}${nthOf(index).toString(36)}`;
const hostOf = (seed: number, index: number): string =>
  `${nameIn(index, seed, 'current').latin}-${index.toString(36)}.${slotOf(index).country.hostSuffix}`;

const registers: Partial<Record<SupportedCountry, (nth: number, index: number) => Company['numbers']>> = {
  AU: australianNumbers,
  NZ: (nth) => ({ nzbn: nzbnOf(nth) }),
  SG: (nth) => ({ uen: uenOf(nth) }),
  JP: (nth, index) => ({ jcn: jcnOf(nth), lei: leiOf(index) }),
};

/** Countries without a register that has numbers here use LEIs. */
export const numbersOf = (index: number): Company['numbers'] =>
  registers[slotOf(index).country.code]?.(nthOf(index), index) ?? { lei: leiOf(index) };

/** Of all companies. */
const rates = { renamed: 0.03, moved: 0.03, tradesAs: 0.06, offline: 0.35, withoutSize: 0.4 };

/** The founding year that a company states, compared with its registration. */
const foundedRates = { aYearOff: 0.25, longBefore: 0.12 };

function foundedYear(registered: number): number {
  const draw = random.fraction();
  if (draw < foundedRates.longBefore) return registered - 2 - random.below(40);
  return draw < foundedRates.longBefore + foundedRates.aYearOff ? registered - 1 : registered;
}

export function companyAt(seed: number, index: number): Company {
  const { country, tongue } = slotOf(index);
  const relation = relationOf(index);
  const own = ownNameOf(seed, index, relation);
  const place = placeOf(seed, index, relation);
  const form = formOf(seed, index, relation);
  random.restart(seed, index, draws.company);
  const since = random.below(extractDay);
  const isFirstOf = (trap: Relation['trap']) => relation?.trap === trap && relation.nth === 0;
  const isRenamed = random.chance(rates.renamed) || isFirstOf('former name taken');
  return {
    ...{ index, nth: nthOf(index), key: keyOf(index), country, tongue, own, form, place, since, relation },
    name: form.before + own.text + form.after,
    former: isRenamed ? nameIn(index, seed, 'former') : undefined,
    trading: random.chance(rates.tradesAs) ? nameIn(index, seed, 'trading') : undefined,
    formerPlace: random.chance(rates.moved) ? elsewhere(country, place) : undefined,
    slug: slugOf(seed, index),
    host: hostOf(seed, relation?.trap === 'shared domain' ? relation.first : index),
    formerHost: isFirstOf('re-used domain') ? hostOf(seed, index + perBlock) : undefined,
    isOnline: !random.chance(rates.offline) || relation?.trap === 'shared domain',
    founded: foundedYear(Number(isoDay(since).slice(0, 4))),
    employees: random.chance(rates.withoutSize) ? undefined : Math.ceil(2 ** (random.fraction() * 13)),
    numbers: numbersOf(index),
  };
}

/** The nth company of a country, from 0. */
export const companyOf = (seed: number, country: SupportedCountry, nth: number): Company =>
  companyAt(seed, indexOf(country, nth));
