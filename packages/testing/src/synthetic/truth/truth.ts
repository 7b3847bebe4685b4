import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compoundKey } from '../../../../server/src/knowledge/sources/parsing/record-values.ts';
import { Random } from '../../../../server/src/sample-data/demo/random.ts';
import { csvLine, quoted, wrongLast } from '../files/cells.ts';
import { streamOf, writeText } from '../files/text.ts';
import { writeZip } from '../files/zip.ts';
import { abrEntry, abrHead, abrPartName, auAbr, otherEntity } from '../registers/au-abr.ts';
import { asicRows, auAsicCompanies } from '../registers/au-asic-companies.ts';
import { type Company, companyOf, draws } from '../universe/company.ts';
import { entityOf } from '../universe/entities.ts';
import {
  businessRegister,
  companyRegister,
  gleifHeader,
  gleifLine,
  leiOfCompany,
  noRegister,
  type RegisterEntry,
} from './gleif.ts';
import { networkLabels, sizes } from './network-words.ts';
import { idOf, type KnownPopulation, pageOf, trapsOf, unregisteredIn, webRowOf } from './pages.ts';
import { rates, type Trap } from './rates.ts';

/** A row of a file. */
export interface TruthRow {
  readonly text: string;
  /** The key of its record; absent if the reader skips the row. */
  readonly key?: string;
  /** The business that the row is really about. */
  readonly entity: string;
  readonly traps: readonly Trap[];
}

/** The file of one source about the companies of Australia. */
export interface TruthFile {
  readonly source: string;
  readonly name: string;
  readonly head: string;
  readonly tail: string;
  /** Only the web knows businesses without a register, which count from -1 down. */
  readonly isWeb: boolean;
  rowsOf(population: KnownPopulation, who: number): TruthRow[];
}

const random = new Random();

/** One entry for every business. */
const abr: TruthFile = {
  ...{ source: 'au-abr', name: 'au-abr.zip', isWeb: false },
  ...{ head: abrHead({ next: false }, 0), tail: auAbr.tail },
  rowsOf(population, who) {
    const { seed } = population;
    const company = companyOf(seed, 'AU', who);
    const trading = company.trading ? otherEntity('TRD', company.trading.text.toUpperCase()) : '';
    const entity = entityOf(seed, company);
    const text = abrEntry(seed, who, entity, trading);
    return [{ text, key: entity.abn, entity: idOf(company), traps: trapsOf(company, population) }];
  },
};

/** Companies, with an additional row for a former name. */
const asic: TruthFile = {
  ...{ source: 'au-asic-companies', name: 'au-asic-companies.csv', isWeb: false },
  ...{ head: auAsicCompanies.head({ seed: 0, rows: 0, broken: 0, next: false, changed: 0 }, 0), tail: '' },
  rowsOf(population, who) {
    const company = companyOf(population.seed, 'AU', who);
    const { acn } = company.numbers;
    if (!acn) return [];
    const [entity, traps] = [idOf(company), trapsOf(company, population)];
    return asicRows(population.seed, company).map(({ name, text }) => ({
      ...{ text, entity, traps },
      key: name === undefined ? acn : compoundKey(acn, name),
    }));
  },
};

/** The local register number as GLEIF states it: mostly correct. */
function statedNumber(
  { seed, companies }: KnownPopulation,
  { nth, numbers: { abn = '', acn } }: Company,
): { readonly stated: RegisterEntry; readonly trap?: Trap } {
  const { wrongDigit, strangersNumber, noNumber } = rates.gleif;
  const draw = random.fraction();
  const inBusinessRegister = (number: string): RegisterEntry => ({ authority: businessRegister, number });
  if (draw < wrongDigit) return { stated: inBusinessRegister(wrongLast(abn)), trap: 'wrong number' };
  if (draw < wrongDigit + strangersNumber) {
    const stranger = companyOf(seed, 'AU', (nth + 1 + random.below(companies - 1)) % companies);
    return { stated: inBusinessRegister(stranger.numbers.abn ?? ''), trap: "stranger's number" };
  }
  if (draw < wrongDigit + strangersNumber + noNumber) return { stated: noRegister, trap: 'no number' };
  const isListed = acn !== undefined && random.chance(0.7);
  return { stated: isListed ? { authority: companyRegister, number: acn } : inBusinessRegister(abn) };
}

const gleif: TruthFile = {
  ...{ source: 'gleif', name: 'gleif.csv', isWeb: false, head: gleifHeader, tail: '' },
  rowsOf(population, who) {
    random.restart(population.seed, who, draws.gleif);
    if (!random.chance(rates.companies.inGleif)) return [];
    const company = companyOf(population.seed, 'AU', who);
    const { stated, trap } = statedNumber(population, company);
    const traps = trapsOf(company, population);
    const text = gleifLine(company, stated, random);
    return [{ text, key: leiOfCompany(company), entity: idOf(company), traps: trap ? [...traps, trap] : traps }];
  },
};

/** The reader skips rows without a country, or of a country that is not served. */
const isElsewhere = ({ country }: { country: string }) => country === 'GB' || country === '';

/** The id of the dataset: 28 letters and digits. */
const pdlIdOf = (who: number): string =>
  `synth${(2 * Math.abs(who) + (who < 0 ? 1 : 0)).toString(36).padStart(23, '0')}`;

/** A quote inside a quoted cell is escaped with a backslash, not doubled. */
const escaped = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : text);

const pdl: TruthFile = {
  ...{ source: 'pdl', name: 'pdl.csv', isWeb: true, tail: '' },
  head: 'country,founded,id,industry,linkedin_url,locality,name,region,size,website\n',
  rowsOf(population, who) {
    const page = pageOf(population, who);
    if (!page.inPdl) return [];
    const row = webRowOf(page, rates.pdl, random.restart(population.seed, who, draws.pdl));
    const { seat, slug, name, website, founded, hasIndustry, traps } = row;
    const id = pdlIdOf(who);
    const industry = hasIndustry ? random.pick(networkLabels) : '';
    const cells = [
      ...[seat.countryName.toLowerCase(), founded, id, industry.toLowerCase(), `linkedin.com/company/${slug}`],
      ...[seat.city.toLowerCase(), name.toLowerCase(), seat.regionName.toLowerCase(), random.pick(sizes), website],
    ];
    const text = `${cells.map(escaped).join(',')}\n`;
    return [{ text, ...(isElsewhere(seat) ? {} : { key: id }), entity: page.id, traps }];
  },
};

const bigpicture: TruthFile = {
  ...{ source: 'bigpicture', name: 'bigpicture.csv', isWeb: true, tail: '' },
  head: 'handle,name,website,industry,size,type,founded,city,state,country_code\n',
  rowsOf(population, who) {
    const page = pageOf(population, who);
    if (!page.inBigpicture) return [];
    const row = webRowOf(page, rates.bigpicture, random.restart(population.seed, who, draws.bigpicture));
    const { seat, slug, name, website, founded, hasIndustry, traps } = row;
    const text = csvLine([
      ...[slug, name, website, hasIndustry ? random.pick(networkLabels) : '', random.pick(sizes), 'Privately Held'],
      ...[founded, seat.city, seat.regionName, seat.country],
    ]);
    return [{ text, ...(isElsewhere(seat) ? {} : { key: slug }), entity: page.id, traps }];
  },
};

export const truthFiles: readonly TruthFile[] = [abr, asic, gleif, pdl, bigpicture];

/** All rows of a file. */
export function* rowsIn(file: TruthFile, population: KnownPopulation): Generator<TruthRow> {
  for (let who = file.isWeb ? -unregisteredIn(population) : 0; who < population.companies; who += 1)
    yield* file.rowsOf(population, who);
}

function* textsOf(file: TruthFile, population: KnownPopulation): Generator<string> {
  yield file.head;
  for (const { text } of rowsIn(file, population)) yield text;
  yield file.tail;
}

function* truthOf(population: KnownPopulation): Generator<string> {
  yield 'source,key,entity,traps\n';
  for (const file of truthFiles) {
    for (const { key, entity, traps } of rowsIn(file, population))
      if (key !== undefined) yield `${file.source},${quoted(key)},${entity},${traps.join(';')}\n`;
  }
}

/** Writes a file of the rows, or of all of them. */
async function writeTruthFile(file: TruthFile, texts: Iterable<string>, path: string): Promise<void> {
  if (!file.name.endsWith('.zip')) return writeText(path, texts);
  return writeZip(path, [{ name: abrPartName({ next: false }, 0), open: () => streamOf(texts) }]);
}

/** Writes the files of five sources about one population, and `truth.csv` with the true business of each record. */
export async function writeTruth(population: KnownPopulation, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const file of truthFiles) await writeTruthFile(file, textsOf(file, population), join(folder, file.name));
  await writeText(join(folder, 'truth.csv'), truthOf(population));
}
