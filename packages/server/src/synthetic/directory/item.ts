import type { MatchItem } from '@orgdex/contract';
import type { Tongue } from '../../sample-data/demo/name-words.ts';
import { Random } from '../../sample-data/demo/random.ts';
import {
  type Directory,
  type DirectoryCompany,
  type DirectoryPlace,
  directoryCompany,
  draws,
  nameIn,
  numbersOf,
  pairedIn,
  partnerOf,
} from './company.ts';
import { typedName } from './noise.ts';
import type { OwnName } from './own-name.ts';

/** What an item says beside the name and the place. */
export type Given = 'name and place' | 'domain' | 'number';

export type ItemTrap =
  | NonNullable<DirectoryCompany['relation']>['trap']
  | 'moved'
  | 'no place'
  | 'former name'
  | 'trading name'
  | 'shorter name'
  | 'longer name'
  | 'typing error'
  | 'wrong number'
  | 'unlisted'
  | 'unlisted namesake'
  | 'unlisted sister';

/** An item whose true company is known. */
export interface KnownItem {
  item: MatchItem;
  given: Given;
  /** The keys of the companies that it may mean; none: the company is not in the directory. */
  truth: readonly string[];
  traps: readonly ItemTrap[];
  tongue: Tongue;
  country: string;
}

const rates = {
  /** Of all items: the company is not in the directory. */
  unlisted: 0.15,
  /** Of these: another company in the country has its name; or its name without the trade. */
  unlistedNamesake: 0.01,
  unlistedSister: 0.1,
  former: 0.7,
  trading: 0.5,
  shorter: 0.02,
  longer: 0.04,
  moved: 0.03,
  noPlace: 0.06,
  noCity: 0.3,
  noRegion: 0.3,
  year: 0.25,
  wrongYear: 0.1,
  employees: 0.25,
  wrongNumber: 0.005,
};

const random = new Random();

const longerWords: Readonly<Record<Tongue, readonly string[]>> = {
  en: [' Group', ' International', ' Solutions'],
  ja: ['グループ'],
  ko: ['그룹'],
  th: ['กรุ๊ป'],
  vi: [' Group'],
  id: [' Group'],
  zh: ['集團'],
};

/** The company as the item describes it, true or not. */
function named(company: DirectoryCompany, traps: ItemTrap[]): string {
  const { own, former, trading, tongue } = company;
  if (former && random.chance(rates.former)) {
    traps.push('former name');
    return former.text;
  }
  if (trading && random.chance(rates.trading)) {
    traps.push('trading name');
    return trading.text;
  }
  if (random.chance(rates.shorter)) {
    traps.push('shorter name');
    return own.core;
  }
  if (random.chance(rates.longer)) {
    traps.push('longer name');
    return own.text + random.pick(longerWords[tongue]);
  }
  const { text, noise } = typedName(random, company);
  if (noise === 'typing error') traps.push('typing error');
  return text;
}

function located({ country, place }: DirectoryCompany, traps: ItemTrap[]): Partial<MatchItem> {
  if (random.chance(rates.noPlace)) {
    traps.push('no place');
    return random.chance(0.5) ? { country: country.code } : {};
  }
  let stated: DirectoryPlace = place;
  if (random.chance(rates.moved)) {
    traps.push('moved');
    const [city = '', regionName = ''] = random.pick(country.places).place.split(', ');
    stated = { city, regionName, region: undefined };
  }
  return {
    country: country.code,
    ...(random.chance(rates.noCity) ? {} : { city: stated.city }),
    ...(random.chance(rates.noRegion) || !stated.regionName ? {} : { region: stated.regionName }),
  };
}

function described({ founded, employees }: DirectoryCompany): Partial<MatchItem> {
  const year = random.chance(rates.wrongYear) ? founded - 2 - random.below(20) : founded - random.below(2);
  return {
    ...(random.chance(rates.year) ? { year_founded: year } : {}),
    ...(employees !== undefined && random.chance(rates.employees)
      ? { employee_count: Math.ceil(employees * (0.6 + random.fraction())) }
      : {}),
  };
}

function identified(
  { index, country, host, numbers }: DirectoryCompany,
  given: Given,
  traps: ItemTrap[],
): Partial<MatchItem> {
  if (given === 'number') {
    const isWrong = random.chance(rates.wrongNumber);
    if (isWrong) traps.push('wrong number');
    const { jcn: _, ...stated } = isWrong ? numbersOf(country.code, index + 1) : numbers;
    return stated;
  }
  if (given !== 'domain' || host === undefined) return {};
  return random.chance(0.3) ? { email: `office@${host}` } : { website: `https://www.${host}/about` };
}

/** The name of a company that no source lists: mostly its own, sometimes one that a listed company has in part or whole. */
function unlistedName({ seed }: Directory, { own, index }: DirectoryCompany, traps: ItemTrap[]): OwnName {
  const draw = random.fraction();
  if (draw < rates.unlistedNamesake) {
    traps.push('unlisted namesake');
    return own;
  }
  const other = nameIn(index, seed, 'unlisted');
  if (draw < rates.unlistedNamesake + rates.unlistedSister) {
    traps.push('unlisted sister');
    return { ...own, text: own.core + other.text.replace(other.core, '') };
  }
  traps.push('unlisted');
  return other;
}

/** A company that no source lists, in the place of a listed one. */
function unlisted(directory: Directory, company: DirectoryCompany, traps: ItemTrap[]): DirectoryCompany {
  const own = unlistedName(directory, company, traps);
  const { form, country, index, host } = company;
  return {
    ...company,
    own,
    name: form.before + own.text + form.after,
    former: undefined,
    trading: undefined,
    host: host && `unlisted-${host}`,
    numbers: numbersOf(country.code, index + directory.companies),
    relation: undefined,
  };
}

const namedAndPlaced: ReadonlySet<string> = new Set(['ref', 'name', 'country', 'region', 'city']);

/** Both namesakes fit if nothing else distinguishes them. */
function truthOf({ key, index, relation }: DirectoryCompany, item: MatchItem, traps: readonly ItemTrap[]): string[] {
  if (relation?.trap !== 'namesake') return [key];
  const more = Object.keys(item).filter((field) => !namedAndPlaced.has(field));
  const isOtherName = traps.includes('former name') || traps.includes('trading name');
  if (isOtherName || more.length > 0) return [key];
  return [key, partnerOf(index, relation)];
}

/** The place of an item: the same place always has the same item. */
export interface ItemPlace {
  directory: Directory;
  sequence: number;
  nth: number;
  given: Given;
}

export function knownItem({ directory, sequence, nth, given }: ItemPlace): KnownItem {
  random.restart(directory.seed + 1000 * sequence, nth, draws.item);
  const listed = directoryCompany(directory, random.below(pairedIn(directory)));
  const traps: ItemTrap[] = [];
  const isListed = !random.chance(rates.unlisted);
  const company = isListed ? listed : unlisted(directory, listed, traps);
  if (isListed && company.relation) traps.push(company.relation.trap);
  const item: MatchItem = {
    ref: String(nth),
    name: named(company, traps),
    ...located(company, traps),
    ...described(company),
    ...identified(company, given, traps),
  };
  const truth = isListed ? truthOf(company, item, traps) : [];
  return { item, given, truth, traps, tongue: company.tongue, country: company.country.code };
}
