import { Random, weighted } from '../../sample-data/demo/random.ts';
import { isoDay } from '../registers/population/days.ts';
import { places } from '../registers/population/places.ts';
import { type Company, companyOf, draws, toSlug } from './company.ts';
import { privateCompany, type TruthKind } from './kinds.ts';
import { ownName } from './own-name.ts';
import { rates, type Trap, unregisteredPerBlock } from './rates.ts';
import { type KnownPopulation, namedAfter, type Unregistered, wholeBlocks } from './relations.ts';

/** A stated location. */
export interface Seat {
  /** ISO code. */
  country: string;
  countryName: string;
  region: string;
  town: string;
}

/** What the web knows about an entity: a registered company, or an unregistered one. */
export interface Page {
  id: string;
  kind: TruthKind;
  slug: string;
  ownName: string;
  seat: Seat;
  host: string;
  /** The values from before a change. */
  former: { ownName: string | undefined; seat: Seat | undefined; host: string | undefined };
  founded: number;
  /** Whether the business is older than the registered company. */
  isOlder: boolean;
  inPdl: boolean;
  inBigpicture: boolean;
  traps: readonly Trap[];
}

const random = new Random();

const stateNames: Record<string, string> = {
  ACT: 'Australian Capital Territory',
  NSW: 'New South Wales',
  NT: 'Northern Territory',
  QLD: 'Queensland',
  SA: 'South Australia',
  TAS: 'Tasmania',
  VIC: 'Victoria',
  WA: 'Western Australia',
};

const seatIn = ({ state, town }: { state: string; town: string }): Seat => ({
  country: 'AU',
  countryName: 'Australia',
  region: stateNames[state] as string,
  town,
});

/** The United Kingdom stands for all countries that are not served. */
const seatsAbroad: readonly Seat[] = weighted([
  [{ country: 'NZ', countryName: 'New Zealand', region: 'Auckland', town: 'Auckland' }, 4],
  [{ country: 'US', countryName: 'United States', region: 'California', town: 'Oakland' }, 3],
  [{ country: 'SG', countryName: 'Singapore', region: '', town: 'Singapore' }, 1],
  [{ country: 'GB', countryName: 'United Kingdom', region: 'England', town: 'Leeds' }, 2],
]);

const anyYear = () => 1999 + random.below(27);

/** The founding year that a company states. */
function foundedYear(registered: number): number {
  const { aYearOff, longBefore } = rates.founded;
  const draw = random.fraction();
  if (draw < longBefore) return registered - 2 - random.below(40);
  return draw < longBefore + aYearOff ? registered - 1 : registered;
}

/** Companies that share, lose or take over a domain are known on the web, so they occur twice as often. */
const prominent = new Set<Trap>(['shared domain', 're-used domain']);

/** Which of the two web datasets contain the page; they overlap. */
function setsOf(traps: readonly Trap[]): { inPdl: boolean; inBigpicture: boolean } {
  const { inBothWebSets: both, inPdlAlone, inBigpictureAlone } = rates.companies;
  const draw = random.fraction() / (traps.some((trap) => prominent.has(trap)) ? 2 : 1);
  const inPdl = draw < both + inPdlAlone;
  return { inPdl, inBigpicture: draw < both || (!inPdl && draw < both + inPdlAlone + inBigpictureAlone) };
}

function pageOfCompany(population: KnownPopulation, index: number): Page {
  const company = companyOf(population, index);
  const { ownName: own, formerOwnName, tradingName, formerPlace, traps } = company;
  random.restart(population.seed, index, draws.page);
  const registered = Number(isoDay(company.founded).slice(0, 4));
  const founded = foundedYear(registered);
  return {
    id: company.id,
    kind: company.kind,
    slug: `${toSlug(own)}-${index.toString(36)}`,
    ownName: tradingName ?? own,
    seat: seatIn(company.place),
    host: company.host,
    former: { ownName: formerOwnName, seat: formerPlace && seatIn(formerPlace), host: company.formerHost },
    founded,
    isOlder: founded < registered - 1,
    ...setsOf(traps),
    traps: tradingName ? [...traps, 'trading name'] : traps,
  };
}

const perBlock = unregisteredPerBlock.informal + unregisteredPerBlock.abroad;

/** The number of unregistered companies. */
export const unregisteredIn = (population: KnownPopulation): number => wholeBlocks(population) * perBlock;

/** An unregistered company is known only from its pages, so it has at least one. */
const sets = [
  { inPdl: true, inBigpicture: true },
  { inPdl: true, inBigpicture: false },
  { inPdl: false, inBigpicture: true },
] as const;

const namesakeTraps = { informal: 'informal namesake', abroad: 'namesake abroad' } as const;

/** The first of each kind in a block may have the name of a company of the block. */
function namesakeOf(population: KnownPopulation, kind: Unregistered, nth: number): Company | undefined {
  const isFirst = nth % perBlock === (kind === 'informal' ? 0 : unregisteredPerBlock.informal);
  const index = isFirst ? namedAfter(kind, Math.floor(nth / perBlock)) : undefined;
  return index === undefined ? undefined : companyOf(population, index);
}

function pageOfUnregistered(population: KnownPopulation, nth: number): Page {
  const kind: Unregistered = nth % perBlock < unregisteredPerBlock.informal ? 'informal' : 'abroad';
  const namesake = namesakeOf(population, kind, nth);
  const own = namesake?.ownName ?? ownName(population.seed, nth, 'unregistered');
  const slug = `${toSlug(own)}-u${nth.toString(36)}`;
  random.restart(population.seed, -1 - nth, draws.page);
  const here = seatIn(namesake?.place ?? random.pick(places));
  return {
    id: `u${nth}`,
    kind: privateCompany,
    slug,
    ownName: own,
    seat: kind === 'informal' ? here : random.pick(seatsAbroad),
    host: `${slug}.com`,
    former: { ownName: undefined, seat: undefined, host: undefined },
    founded: anyYear(),
    isOlder: false,
    ...random.pick(sets),
    traps: namesake ? ['no register', namesakeTraps[kind]] : ['no register'],
  };
}

/** Companies count from 0 up; unregistered companies from -1 down. */
export const pageOf = (population: KnownPopulation, who: number): Page =>
  who < 0 ? pageOfUnregistered(population, -1 - who) : pageOfCompany(population, who);
