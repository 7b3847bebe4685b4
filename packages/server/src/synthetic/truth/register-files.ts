import { compoundKey } from '../../knowledge/sources/parsing/record-values.ts';
import { leiOf } from '../../sample-data/demo/numbers.ts';
import { Random } from '../../sample-data/demo/random.ts';
import { auAbr, entryText, gstText, otherEntity, partNameOf } from '../registers/au-abr.ts';
import { asicCompanyOf, asicLine, auAsicCompanies, currentName, formerName } from '../registers/au-asic-companies.ts';
import { type GleifFacts, gleifHeader, gleifLine, gleifRowOf } from '../registers/gleif-row.ts';
import { extractDay, isoDay, slashedDay } from '../registers/population/days.ts';
import type { Population } from '../registers/writing/register-writer.ts';
import { wrongLast } from '../registers/writing/table-row.ts';
import { type Company, companyOf, draws } from './company.ts';
import type { TruthFile, TruthRow } from './file.ts';
import { written } from './kinds.ts';
import { rates, type Trap } from './rates.ts';
import type { KnownPopulation } from './relations.ts';

const random = new Random();
const thisWeek: Population = { seed: 0, rows: 0, broken: 0, next: false, changed: 0 };

/** One entry for every company. */
const abr: TruthFile = {
  source: 'au-abr',
  name: 'au-abr.zip',
  knowsUnregistered: false,
  head: (part, rows) => auAbr.head(thisWeek, part, rows),
  tail: auAbr.tail,
  partName: (part) => partNameOf(thisWeek, part),
  rowsOf(population, who) {
    const company = companyOf(population, who);
    random.restart(population.seed, who, draws.abr);
    const updated = company.since + random.below(extractDay - company.since + 1);
    const trading = company.tradingName ? otherEntity('TRD', company.tradingName) : '';
    const text = entryText(company, updated, gstText(random, company) + trading);
    return [{ text, key: company.abn, entity: company.id, traps: company.traps }];
  },
};

/** Companies, with an additional row for each former name. */
const asic: TruthFile = {
  source: 'au-asic-companies',
  name: 'au-asic-companies.csv',
  knowsUnregistered: false,
  head: () => auAsicCompanies.head(thisWeek, 0, 0),
  tail: auAsicCompanies.tail,
  rowsOf(population, who) {
    const company = companyOf(population, who);
    const { acn, kind, ownName, formerOwnName, id: entity, traps } = company;
    if (!acn) return [];
    random.restart(population.seed, who, draws.asic);
    const name = written(random, kind.forms, ownName);
    const listed = { ...asicCompanyOf(random, company), name, registered: slashedDay(company.founded) };
    const rows: TruthRow[] = [{ text: asicLine(currentName(listed)), key: acn, entity, traps }];
    if (!formerOwnName) return rows;
    const former = written(random, kind.forms, formerOwnName);
    return [...rows, { text: asicLine(formerName(listed, former)), key: compoundKey(acn, former), entity, traps }];
  },
};

interface LocalNumber {
  authority: string;
  number: string;
  trap?: Trap;
}

const stranger = ({ companies }: KnownPopulation, index: number) =>
  (index + 1 + random.below(companies - 1)) % companies;

/** The local register number as GLEIF states it: mostly correct. */
function localNumberOf(population: KnownPopulation, { index, abn, acn }: Company): LocalNumber {
  const { wrongDigit: mistyped, strangersNumber, noNumber } = rates.gleif;
  const draw = random.fraction();
  const authority = 'RA000013';
  if (draw < mistyped) return { authority, number: wrongLast(abn), trap: 'wrong number' };
  if (draw < mistyped + strangersNumber)
    return { authority, number: companyOf(population, stranger(population, index)).abn, trap: "stranger's number" };
  if (draw < mistyped + strangersNumber + noNumber) return { authority: 'RA999999', number: '', trap: 'no number' };
  return acn && random.chance(0.7) ? { authority: 'RA000014', number: acn } : { authority, number: abn };
}

function gleifFactsOf(company: Company): GleifFacts {
  const { kind, ownName, formerOwnName, place, postcode, cancelled, founded } = company;
  return {
    lei: leiOf(company.index),
    name: written(random, kind.forms, ownName),
    formerName: formerOwnName && written(random, kind.forms, formerOwnName),
    category: 'GENERAL',
    country: 'AU',
    region: `AU-${place.state}`,
    city: place.town,
    postcode,
    street: `${random.between(1, 400)} Example Street`,
    authority: '',
    number: '',
    status: random.chance(0.7) ? 'ISSUED' : 'LAPSED',
    isActive: !cancelled,
    created: isoDay(founded),
    updated: isoDay(extractDay - random.below(700)),
  };
}

/** Numbered after the companies. */
const leiOfFund = (index: number) => leiOf(10_000_000 + index);

const gleif: TruthFile = {
  source: 'gleif',
  name: 'gleif.csv',
  knowsUnregistered: false,
  head: () => gleifHeader,
  tail: '',
  rowsOf(population, who) {
    random.restart(population.seed, who, draws.gleif);
    if (!random.chance(rates.companies.inGleif)) return [];
    const company = companyOf(population, who);
    const { trap, ...number } = localNumberOf(population, company);
    const facts = { ...gleifFactsOf(company), ...number };
    const traps = trap ? [...company.traps, trap] : company.traps;
    const row = { text: gleifLine(gleifRowOf(facts)), key: facts.lei, entity: company.id, traps };
    if (!random.chance(rates.gleif.funds)) return [row];
    const fund: GleifFacts = { ...facts, lei: leiOfFund(who), name: `${company.ownName} FUND`, category: 'FUND' };
    return [row, { text: gleifLine(gleifRowOf(fund)), entity: '', traps: [] }];
  },
};

export const registerFiles: readonly TruthFile[] = [abr, asic, gleif];
