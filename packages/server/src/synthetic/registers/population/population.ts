import { Random } from '../../../sample-data/demo/random.ts';
import { extractDay } from './days.ts';
import { type Kind, kindAt } from './kinds.ts';
import { makeName, makePersonName, type PersonName } from './names.ts';
import { abnOfCompany, abnOfOther, acnOf } from './numbers.ts';
import { type Place, places, postcodeIn } from './places.ts';

/**
 * A member of the population, the same for every source of one seed, so that their rows match. Each member is a pure
 * function of the seed and its index; the index of the nth company or charity is computed too, without any search.
 */
export interface Member {
  kind: Kind;
  abn: string;
  /** Companies only. */
  acn: string | undefined;
  /** Without escaping of `&`; empty for a person. */
  name: string;
  person: PersonName | undefined;
  place: Place;
  postcode: string;
  cancelled: boolean;
  /** The day on which the status began. */
  since: number;
}

/** Independent random sequences. */
export const draws = {
  block: 1,
  member: 2,
  abr: 3,
  fate: 4,
  holder: 5,
  businessName: 6,
  row: 7,
  company: 8,
  firm: 9,
} as const;

const perBlock = kindAt.length;
const charitiesPerBlock = 3;
const firstCompany = kindAt.findIndex(({ group }) => group === 'companies');
const companiesPerBlock = kindAt.filter(({ group }) => group === 'companies').length;

/** The slots of a block are assigned in steps that visit each position once; the inverse step leads back. */
const step = 387;
const stepBack = 323;

const random = new Random();
const shiftOf = (seed: number, block: number) => random.restart(seed, block, draws.block).below(perBlock);

const placeInBlock = (seed: number, index: number) =>
  ((index % perBlock) * step + shiftOf(seed, Math.floor(index / perBlock))) % perBlock;

function indexAt(seed: number, block: number, place: number): number {
  const slot = ((place - shiftOf(seed, block) + perBlock) * stepBack) % perBlock;
  return block * perBlock + slot;
}

export const kindOf = (seed: number, index: number): Kind => kindAt[placeInBlock(seed, index)] as Kind;

/** The index of the nth company, from 0. */
export const indexOfCompany = (seed: number, nth: number): number =>
  indexAt(seed, Math.floor(nth / companiesPerBlock), firstCompany + (nth % companiesPerBlock));

/** The index of the nth charity, from 0. */
export const indexOfCharity = (seed: number, nth: number): number =>
  indexAt(seed, Math.floor(nth / charitiesPerBlock), nth % charitiesPerBlock);

function numbersAt(index: number, place: number): { abn: string; acn: string | undefined } {
  if (kindAt[place]?.group !== 'companies') return { abn: abnOfOther(index), acn: undefined };
  const acn = acnOf(Math.floor(index / perBlock) * companiesPerBlock + place - firstCompany);
  return { abn: abnOfCompany(acn), acn };
}

export const numbersOf = (seed: number, index: number) => numbersAt(index, placeInBlock(seed, index));

export function memberOf(seed: number, index: number): Member {
  const at = placeInBlock(seed, index);
  const kind = kindAt[at] as Kind;
  const { abn, acn } = numbersAt(index, at);
  random.restart(seed, index, draws.member);
  const place = random.pick(places);
  const isPerson = kind.group === 'individuals';
  return {
    kind,
    abn,
    acn,
    name: isPerson ? '' : random.pick(kind.forms).replace('*', makeName(random)),
    person: isPerson ? makePersonName(random) : undefined,
    place,
    postcode: postcodeIn(random, place),
    // The register of charities lists active ones only.
    cancelled: at >= charitiesPerBlock && random.chance(0.55),
    since: random.below(extractDay),
  };
}
