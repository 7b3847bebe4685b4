import type { CompanyRecord, SupportedCountry } from '@orgdex/contract';
import { type Country, countriesByShare, type LegalForm } from './countries.ts';
import { type Industry, industries } from './industries.ts';
import { type CompanyName, nameOf } from './names.ts';
import {
  abnOf,
  acnOf,
  cikOf,
  dunsOf,
  jcnOf,
  koreanCorporateNumberOf,
  leiOf,
  nzbnOf,
  thaiJuristicNumberOf,
  uenOf,
  vietnameseTaxCodeOf,
} from './numbers.ts';
import { parts, type Random } from './random.ts';
import { weightOf } from './sizes.ts';

export type Identifiers = NonNullable<CompanyRecord['identifiers']>;

/** What the records of a company and of its people must agree on. */
export interface Company {
  index: number;
  key: string;
  country: Country;
  /** The country of its second record, if it has one. */
  abroad: Country | undefined;
  form: LegalForm;
  industry: Industry;
  name: CompanyName;
  /** Its synthetic domain, whether or not a record states it. */
  host: string;
  slug: string;
  identifiers: Identifiers;
  employees: number;
}

/** Numbers of registers without an identifier scheme of their own, by the register's code in the GLEIF list. */
const registers: Partial<Record<SupportedCountry, readonly [code: string, numberOf: (index: number) => string]>> = {
  CA: ['RA000072', (index) => `99${String(index).padStart(7, '0')}`],
  HK: ['RA000388', (index) => `9${String(index).padStart(7, '0')}`],
  ID: ['RA000763', (index) => `999999${String(index).padStart(7, '0')}`],
  KR: ['RA000419', koreanCorporateNumberOf],
  MY: ['RA000439', (index) => `${1900 + Math.floor(index / 1e6)}01${String(index % 1e6).padStart(6, '0')}`],
  NZ: ['RA000466', (index) => `9${String(index).padStart(7, '0')}`],
  PH: ['RA000483', (index) => `CS99${String(index).padStart(7, '0')}`],
  TH: ['RA000554', thaiJuristicNumberOf],
  VN: ['RA000649', vietnameseTaxCodeOf],
};

/** Trusts, partnerships and sole traders have an ABN, but no ACN, because they are not in the company register. */
const incorporated = new Set<string>(['Private Company', 'Public Company']);

type Kind = Pick<Company, 'index' | 'country' | 'form'>;

/** Adds the national register numbers that have a scheme of their own. */
export function addNationalNumbers(identifiers: Identifiers, { index, country, form }: Kind): void {
  if (country.code === 'AU') identifiers.abn = abnOf(index);
  if (country.code === 'AU' && incorporated.has(form.type)) identifiers.acn = acnOf(index);
  if (country.code === 'NZ') identifiers.nzbn = nzbnOf(index);
  if (country.code === 'SG') identifiers.uen = uenOf(index);
  if (country.code === 'JP') identifiers.jcn = jcnOf(index);
}

function registerNumbersOf(random: Random, { index, country, form }: Kind): Identifiers {
  const identifiers: Identifiers = {};
  if (random.chance(0.95)) addNationalNumbers(identifiers, { index, country, form });
  if (random.chance(0.08)) identifiers.lei = leiOf(index);
  if (country.code === 'US' && (form.type === 'Public Company' || random.chance(0.05))) identifiers.cik = cikOf(index);
  if (random.chance(0.12)) identifiers.duns = dunsOf(index);
  const register = registers[country.code];
  if (register && random.chance(0.3)) identifiers.registrations = { [register[0]]: register[1](index) };
  return identifiers;
}

function otherCountry(random: Random, home: Country): Country {
  const country = random.pick(countriesByShare);
  return country === home ? otherCountry(random, home) : country;
}

/** The company with this index. It depends on the seed and the index only. */
export function companyOf(random: Random, seed: number, index: number): Company {
  const weight = weightOf(random, seed, index);
  random.restart(seed, index, parts.company);
  const country = random.pick(countriesByShare);
  const form = random.pick(country.forms);
  const industry = random.pick(industries);
  const name = nameOf(random, form, industry);
  const index36 = index.toString(36).padStart(4, '0');
  const slug = `${name.latin}-${index36}`;
  const host = `${slug}.${country.hostSuffix}`;
  const abroad = random.chance(0.08) ? otherCountry(random, country) : undefined;
  const identifiers = registerNumbersOf(random, { index, country, form });
  if (random.chance(0.92)) identifiers.fqdn = host;
  // The slug links the record in the other country.
  if (abroad || random.chance(0.85)) identifiers.network = slug;
  const employees = Math.min(300_000, Math.round(1 + weight * 12 * (0.6 + 0.8 * random.fraction())));
  return { index, key: `c-${index36}`, country, abroad, form, industry, name, host, slug, identifiers, employees };
}

/** The key of the record in another country. */
export const abroadKeyOf = (company: Company, abroad: Country): string => `${company.key}-${abroad.code.toLowerCase()}`;
