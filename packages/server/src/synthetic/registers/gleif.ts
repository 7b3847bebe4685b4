import {
  cikOf,
  jcnOf,
  koreanCorporateNumberOf,
  leiOf,
  nzbnOf,
  thaiJuristicNumberOf,
  uenOf,
  vietnameseTaxCodeOf,
} from '../../sample-data/demo/numbers.ts';
import { Random } from '../../sample-data/demo/random.ts';
import { gleifJsonRecord } from './gleif-json.ts';
import { type GleifFacts, gleifHeader, gleifLine, gleifRowOf } from './gleif-row.ts';
import { extractDay, isoDay } from './population/days.ts';
import { type Firm, firmOfRow } from './population/firm.ts';
import { acnOf } from './population/numbers.ts';
import { draws } from './population/population.ts';
import type { Fate, Population, SyntheticRegister } from './writing/register-writer.ts';
import { wrongLast } from './writing/table-row.ts';

const seven = (nth: number) => String(nth).padStart(7, '0');

/** The register of each country, and its numbers from ranges that are not issued. */
const registers: Readonly<Record<string, readonly [authority: string, numberOf: (nth: number) => string]>> = {
  AU: ['RA000014', acnOf],
  CA: ['RA000072', (nth) => `99${seven(nth)}`],
  GB: ['RA000585', (nth) => `ZZ${seven(nth).slice(1)}`],
  HK: ['RA000388', (nth) => `9${seven(nth)}`],
  ID: ['RA000763', (nth) => `999999${seven(nth)}`],
  JP: ['RA000412', jcnOf],
  KR: ['RA000419', koreanCorporateNumberOf],
  MY: ['RA000439', (nth) => `${1900 + Math.floor(nth / 1e6)}01${String(nth % 1e6).padStart(6, '0')}`],
  NZ: ['RA000749', nzbnOf],
  PH: ['RA000483', (nth) => `CS99${seven(nth)}`],
  SG: ['RA000523', uenOf],
  TH: ['RA000554', thaiJuristicNumberOf],
  US: ['RA000665', cikOf],
  VN: ['RA000649', vietnameseTaxCodeOf],
};

const random = new Random();

function factsOf({ country, nth, name, town, region, since }: Firm, index: number): GleifFacts {
  const [authority, numberOf] = registers[country] as (typeof registers)[string];
  const isKnown = !random.chance(0.05);
  return {
    lei: leiOf(index),
    name,
    formerName: random.chance(0.1) ? `${name} 1999` : undefined,
    category: random.chance(0.1) ? 'FUND' : 'GENERAL',
    country,
    region,
    city: town,
    postcode: random.digits(4),
    // A line break inside a cell, as in the real file.
    street: `${random.between(1, 400)} Example${random.chance(0.01) ? '\n' : ' '}Street`,
    authority: isKnown ? authority : 'RA999999',
    number: isKnown ? numberOf(nth) : '',
    status: random.chance(0.65) ? 'ISSUED' : 'LAPSED',
    isActive: !random.chance(0.1),
    created: isoDay(since),
    updated: isoDay(extractDay - random.below(700)),
  };
}

function groupOf({ category, country }: GleifFacts): string {
  if (category === 'FUND') return 'funds';
  return country === 'GB' ? 'not served' : 'served';
}

/** @param write serializes a row in one of the two formats */
function written({ seed }: Population, index: number, fate: Fate, write: (row: Record<string, string>) => string) {
  const firm = firmOfRow(seed, index);
  random.restart(seed, index, draws.row);
  const facts = factsOf(firm, index);
  if (fate === 'changed') facts.name = `NEW ${facts.name}`;
  if (fate === 'broken') facts.lei = wrongLast(facts.lei);
  return { group: groupOf(facts), cancelled: !facts.isActive, text: write(gleifRowOf(facts)) };
}

const json: SyntheticRegister = {
  mostRows: 10_000_000,
  head: () => '{"records":[\n',
  between: ',\n',
  tail: '\n]}\n',
  rowOf: (population, index, fate) => written(population, index, fate, gleifJsonRecord),
};

/** The GLEIF golden copy: 338 comma-separated columns, every cell quoted; or JSON. */
export const gleif: SyntheticRegister = {
  mostRows: 10_000_000,
  head: () => gleifHeader,
  tail: '',
  rowOf: (population, index, fate) => written(population, index, fate, gleifLine),
  forms: { json },
};
