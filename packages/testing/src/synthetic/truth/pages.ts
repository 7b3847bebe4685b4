import { Random, weighted } from '../../../../server/src/sample-data/demo/random.ts';
import { mistyped } from '../typed-name.ts';
import { kindOfBusiness } from '../universe/australia.ts';
import { type Company, companyOf, draws, indexOf, nameIn, type Place, relationOf } from '../universe/company.ts';
import { isoDay } from '../universe/days.ts';
import { companiesPerUnregistered, namesakeEvery, rates, type Trap } from './rates.ts';

/** The options of a population whose true companies are known. */
export interface KnownPopulation {
  readonly seed: number;
  readonly companies: number;
}

/** A stated location. */
interface Seat extends Place {
  readonly country: string;
  readonly countryName: string;
}

/** What the web knows about a business: a company of Australia, or one that is in no register. */
interface WebPage {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly nameForms: readonly string[];
  readonly seat: Seat;
  readonly host: string;
  /** The values from before a change. */
  readonly former: {
    readonly name?: string | undefined;
    readonly seat?: Seat | undefined;
    readonly host?: string | undefined;
  };
  readonly founded: number;
  readonly isOlder: boolean;
  readonly inPdl: boolean;
  readonly inBigpicture: boolean;
  readonly traps: readonly Trap[];
}

const random = new Random();
const inAustralia = (place: Place): Seat => ({ ...place, country: 'AU', countryName: 'Australia' });

/** The United Kingdom stands for all countries that are not served. */
const seatsAbroad: readonly Seat[] = weighted([
  [{ country: 'NZ', countryName: 'New Zealand', regionName: 'Auckland', city: 'Auckland', region: '' }, 4],
  [{ country: 'US', countryName: 'United States', regionName: 'California', city: 'Oakland', region: '' }, 3],
  [{ country: 'SG', countryName: 'Singapore', regionName: '', city: 'Singapore', region: '' }, 1],
  [{ country: 'GB', countryName: 'United Kingdom', regionName: 'England', city: 'Leeds', region: '' }, 2],
]);

/** Companies that share, lose or take over a domain are known on the web, so they occur twice as often. */
const prominent = new Set<Trap>(['shared domain', 're-used domain']);

/** Which of the two web datasets contain the page; they overlap. */
function setsOf(traps: readonly Trap[]): Pick<WebPage, 'inPdl' | 'inBigpicture'> {
  const { inBothWebSets: both, inPdlAlone, inBigpictureAlone } = rates.companies;
  const draw = random.fraction() / (traps.some((trap) => prominent.has(trap)) ? 2 : 1);
  const inPdl = draw < both + inPdlAlone;
  return { inPdl, inBigpicture: draw < both || (!inPdl && draw < both + inPdlAlone + inBigpictureAlone) };
}

/** A business that is known only from its pages has at least one. */
const sets = [
  { inPdl: true, inBigpicture: true },
  { inPdl: true, inBigpicture: false },
  { inPdl: false, inBigpicture: true },
];

export const idOf = ({ nth }: Company): string => `c${nth}`;

export const unregisteredIn = ({ companies }: KnownPopulation): number =>
  Math.floor(companies / companiesPerUnregistered);

/** Why an unregistered business, every second of which is abroad, has the name of a company; undefined if it has its own. */
function namesakeTrap(business: number): Trap | undefined {
  const nth = business * companiesPerUnregistered;
  if (!kindOfBusiness(nth).isCompany || relationOf(indexOf('AU', nth)) !== undefined) return undefined;
  const kind = business % 2 === 0 ? 'informal' : 'abroad';
  if (business % namesakeEvery[kind] > 1) return undefined;
  return kind === 'informal' ? 'informal namesake' : 'namesake abroad';
}

/** The traps that apply to every row about a company. */
export function trapsOf({ relation, nth }: Company, population: KnownPopulation): Trap[] {
  if (relation) return [relation.trap];
  const business = nth / companiesPerUnregistered;
  const trap = Number.isInteger(business) && business < unregisteredIn(population) && namesakeTrap(business);
  if (trap) return [trap];
  return kindOfBusiness(nth).code === 'DTT' ? ['trust'] : [];
}

function pageOfCompany(population: KnownPopulation, nth: number): WebPage {
  const company = companyOf(population.seed, 'AU', nth);
  const { own, former, trading, place, formerPlace, host, formerHost, slug, founded, since } = company;
  const traps = trapsOf(company, population);
  random.restart(population.seed, nth, draws.page);
  return {
    ...{ id: idOf(company), slug, host, founded },
    isOlder: founded < Number(isoDay(since).slice(0, 4)) - 1,
    name: (trading ?? own).text,
    nameForms: kindOfBusiness(nth).onTheWeb,
    seat: inAustralia(place),
    former: { name: former?.text, seat: formerPlace && inAustralia(formerPlace), host: formerHost },
    ...setsOf(traps),
    traps: trading ? [...traps, 'trading name'] : traps,
  };
}

function pageOfUnregistered({ seed, companies }: KnownPopulation, nth: number): WebPage {
  const like = companyOf(seed, 'AU', nth * companiesPerUnregistered);
  const trap = namesakeTrap(nth);
  const own = trap ? like.own : nameIn(like.index, seed, 'unlisted');
  const slug = `${own.latin}-u${nth.toString(36)}`;
  random.restart(seed, -1 - nth, draws.page);
  const place = trap ? like.place : companyOf(seed, 'AU', random.below(companies)).place;
  return {
    ...{ id: `u${nth}`, slug, host: `${slug}.com`, name: own.text, nameForms: kindOfBusiness(0).onTheWeb },
    seat: nth % 2 === 0 ? inAustralia(place) : random.pick(seatsAbroad),
    ...{ former: {}, founded: 1999 + random.below(27), isOlder: false },
    ...random.pick(sets),
    traps: trap ? ['no register', trap] : ['no register'],
  };
}

/** Companies count from 0 up; businesses without a register from -1 down. */
export const pageOf = (population: KnownPopulation, who: number): WebPage =>
  who < 0 ? pageOfUnregistered(population, -1 - who) : pageOfCompany(population, who);

/** The error and omission rates of a web dataset. */
type Habits = Readonly<Record<keyof typeof rates.pdl, number>>;

/** The row of a web dataset about a page; an empty string is no value. */
export interface WebRow {
  readonly slug: string;
  readonly name: string;
  readonly website: string;
  readonly founded: string;
  readonly hasIndustry: boolean;
  readonly seat: Seat;
  readonly traps: readonly Trap[];
}

const nowhere: Seat = { country: '', countryName: '', regionName: '', city: '', region: '' };

/** The row about a page, with the errors of this dataset. */
export function webRowOf(page: WebPage, habits: Habits, draw: Random): WebRow {
  const traps: Trap[] = [...page.traps];
  const meets = (habit: keyof Habits, trap: Trap): boolean => {
    const met = draw.chance(habits[habit]);
    if (met) traps.push(trap);
    return met;
  };
  const slug = meets('otherSlug', 'other slug') ? `${page.slug}-au` : page.slug;
  const own = page.former.name && meets('stale', 'former name') ? page.former.name : page.name;
  const plain = draw.chance(0.4) ? own.replaceAll('&', 'and') : own;
  const written = draw.pick(page.nameForms).replace('*', () => plain);
  const name = meets('typingError', 'typing error') ? mistyped(draw, written) : written;
  const hasWebsite = !draw.chance(habits.noWebsite);
  const host = page.former.host && draw.chance(habits.stale) ? page.former.host : page.host;
  const website = draw.chance(habits.withPath) ? `${host}/home` : host;
  const hasFounded = !draw.chance(habits.noFounded);
  if (hasFounded && page.isOlder) traps.push('older business');
  const hasIndustry = !draw.chance(habits.noIndustry);
  const common = { slug, name, website: hasWebsite ? website : '', founded: hasFounded ? String(page.founded) : '' };
  if (meets('noCountry', 'no country')) return { ...common, hasIndustry, seat: nowhere, traps };
  const seat = page.former.seat && meets('stale', 'former state') ? page.former.seat : page.seat;
  const isVague = meets('noRegion', 'no region');
  return { ...common, hasIndustry, seat: isVague ? { ...seat, regionName: '', city: '' } : seat, traps };
}
