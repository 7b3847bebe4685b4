import type { CompanyRecord } from '@orgdex/contract';
import { type HkBrn, parseHkBrn } from '../rules/identifiers/register-numbers.ts';
import { defineSource } from './define-source.ts';
import { delimited } from './formats/delimited.ts';
import { manyParts } from './formats/format.ts';
import { jsonItems } from './formats/json-items.ts';
import { either } from './formats/one-of-formats.ts';
import { parseAuDate } from './parsing/days.ts';
import { memberOf, textOf } from './parsing/json-value.ts';
import { compoundKey, filled, registerLabel, tidy } from './parsing/record-values.ts';
import { type Outcome, reject, skip } from './row-outcome.ts';

const incorporated = 'Date of Incorporation';
/** The newer header does not say which of the two it is. */
const incorporatedOrMoved = 'Date of Incorporation / Re-domiciliation Date';
const changed = 'Date of Change of name';
const corporateName = 'Current Corporate Name / Other Corporate Name';

const localFile = {
  separator: ',',
  quotes: true,
  columns: ['Current Company Name in English', 'Current Company Name in Chinese', 'BR Number', changed],
  optional: [incorporated, incorporatedOrMoved],
} as const;
const foreignFile = {
  separator: ',',
  quotes: true,
  columns: [
    corporateName,
    'Current Approved Name for Carrying on Business in H.K.',
    'BR Number',
    'Date of Registration',
    changed,
  ],
} as const;

type LocalRow = Record<(typeof localFile)['columns' | 'optional'][number], string>;
type ForeignRow = Record<(typeof foreignFile)['columns'][number], string>;

/** A company limited by guarantee is mostly, but not always, a charity. */
const types = new Map<string, CompanyRecord['company_type']>([
  ['private company limited by shares', 'Private Company'],
  ['public company limited by shares', 'Public Company'],
  ['private unlimited company with a share capital', 'Private Company'],
  ['public unlimited company with a share capital', 'Public Company'],
]);

/** A missing value is null or the word NULL. */
function stated(text: string): string {
  const value = tidy(text);
  return value === 'NULL' ? '' : value;
}

/** `26-04-2000`. */
const parseDate = (text: string) => parseAuDate(stated(text).replaceAll('-', '/'));
const yearOf = (day: string | undefined) => (day === undefined ? undefined : Number(day.slice(0, 4)));
const labelOf = (day: string | undefined) => registerLabel({ status: 'Registered', stands: true, registered: day });

/** The register puts an article after the name: `… CORPORATION LIMITED -THE-`. */
const parseName = (text: string) => stated(text).replace(/^(.*?) *-THE-$/i, 'THE $1');

/** The English name is as official as the Chinese name; a company without an English name has its Chinese name. */
function namesOf(english: string, chinese: string): Pick<CompanyRecord, 'name' | 'trading_names'> {
  const [name, ...others] = [parseName(english), stated(chinese)].filter(Boolean);
  return { ...filled({ name, trading_names: others }) };
}

const recordOf = (key: string, brn: HkBrn): CompanyRecord => ({
  type: 'company',
  key,
  country: 'HK',
  identifiers: { registrations: { 'hk-brn': brn } },
});

const wrongNumber = reject('business registration number must be 8 digits, or C or F and 7 digits');

/** A search response contains live companies; a response without results is a status and a message. */
function toFound(company: unknown): Outcome {
  if (memberOf(company, 'Brn') === undefined && textOf(company, 'message')) return skip('response without a company');
  const statedIn = (name: string) => stated(textOf(company, name));
  const brn = parseHkBrn(statedIn('Brn'));
  if (!brn) return wrongNumber;
  const names = namesOf(statedIn('English_Company_Name'), statedIn('Chinese_Company_Name'));
  if (!names.name) return reject('name is empty', brn);
  const address = statedIn('Address_of_Registered_Office');
  const begun = parseDate(statedIn('Date_of_Incorporation'));
  const moved = parseDate(statedIn('Re-domiciliation_Date'));
  return {
    ...recordOf(brn, brn),
    ...names,
    hq_country: 'HK',
    ...filled({
      hq_location: address,
      company_type: types.get(statedIn('Company_Type').toLowerCase()),
      year_founded: moved ? undefined : yearOf(begun),
      locations: address ? [address] : [],
    }),
    org_registers: { hkcr: labelOf(moved ?? begun) },
  };
}

/** A separate key: the weekly list has fewer fields than a search response, and would replace it. */
const weeklyKey = (brn: HkBrn, ...more: string[]) => compoundKey('weekly', brn, ...more);

function toLocal(row: LocalRow): Outcome {
  const brn = parseHkBrn(row['BR Number']);
  if (!brn) return wrongNumber;
  const key = weeklyKey(brn);
  const names = namesOf(row['Current Company Name in English'], row['Current Company Name in Chinese']);
  if (!names.name) return reject('name is empty', key);
  const begun = parseDate(row[incorporated]);
  const registered = begun ?? parseDate(row[incorporatedOrMoved]);
  return {
    ...recordOf(key, brn),
    ...filled({ observed: parseDate(row[changed]) ?? registered }),
    ...names,
    hq_country: 'HK',
    ...filled({ year_founded: yearOf(begun) }),
    org_registers: { hkcr: labelOf(registered) },
  };
}

const isChinese = (name: string) => /\p{Script=Han}/u.test(name);

/** A non-Hong Kong company. One with a name in each script has a row for each name. */
function toForeign(row: ForeignRow): Outcome {
  const brn = parseHkBrn(row['BR Number']);
  if (!brn) return wrongNumber;
  const name = parseName(row[corporateName]);
  const key = isChinese(name) ? weeklyKey(brn, 'chinese') : weeklyKey(brn);
  if (!name) return reject('name is empty', key);
  const approved = stated(row['Current Approved Name for Carrying on Business in H.K.']);
  const registered = parseDate(row['Date of Registration']);
  return {
    ...recordOf(key, brn),
    ...filled({ observed: parseDate(row[changed]) ?? registered }),
    name,
    ...filled({ trading_names: approved && approved !== name ? [approved] : [] }),
    company_type: 'Foreign Branch',
    org_registers: { hkcr: labelOf(registered) },
  };
}

function toRecord(row: unknown): Outcome {
  const isTable = typeof row === 'object' && row !== null && 'BR Number' in row;
  if (!isTable) return toFound(row);
  return corporateName in row ? toForeign(row as ForeignRow) : toLocal(row as LocalRow);
}

/** Hong Kong companies, as far as the data is open: search responses and weekly lists of new companies. */
export const hkCr = defineSource({
  id: 'hk-cr',
  title: 'Companies Registry, search results and weekly lists',
  country: 'HK',
  license: 'Terms of DATA.GOV.HK',
  attribution: 'Contains data of the Companies Registry, Government of the Hong Kong SAR, by way of DATA.GOV.HK.',
  homepage: 'https://data.gov.hk/en-datasets/provider/hk-cr',
  class: 'register',
  whole: false,
  expected: { min: 1, max: 3_000_000 },
  format: either<unknown>(
    { '[': jsonItems(), '{': jsonItems(), otherwise: delimited(localFile, foreignFile) },
    { parts: /\.(?:csv|json)$/i, maxParts: manyParts },
  ),
  toRecord,
});
