import type { CompanyRecord } from '@orgdex/contract';
import { parseKrBusinessNumber, parseKrCorporateNumber } from '../rules/identifiers/register-numbers.ts';
import { sectorOf } from '../rules/industries/sector.ts';
import { parseRegion } from '../rules/places/region.ts';
import { defineSource } from './define-source.ts';
import { manyParts } from './formats/format.ts';
import { jsonItems } from './formats/json-items.ts';
import { either } from './formats/one-of-formats.ts';
import { xmlElements } from './formats/xml-elements.ts';
import { childOf, parseXml } from './formats/xml-tree.ts';
import { parseCompactDay, parseCompactYear } from './parsing/days.ts';
import { textOf } from './parsing/json-value.ts';
import { compoundKey, filled, parseSiteAddress, tidy } from './parsing/record-values.ts';
import { type Outcome, reject, skip } from './row-outcome.ts';

const markets = new Map([
  ['Y', 'KOSPI'],
  ['K', 'KOSDAQ'],
  ['N', 'KONEX'],
]);

/** The status of a response that contains a company. */
const found = '000';

const parseCorpCode = (text: string) => /^\s*(\d{8})\s*$/.exec(text)?.[1];

/** The names of a company other than the first. */
const without = (name: string, ...others: string[]) => [...new Set(others.filter((other) => other && other !== name))];

/** An entry in the list of all companies that ever filed; a company keeps its stock code after delisting. */
function toListed(text: string): Outcome {
  const entry = parseXml(text);
  if (!entry) return reject('not well-formed XML, or too many elements');
  const stated = (name: string) => tidy(childOf(entry, name)?.text ?? '');
  const code = parseCorpCode(stated('corp_code'));
  if (!code) return reject('corp_code is not 8 digits');
  const name = stated('corp_name');
  if (!name) return reject('corp_name is empty', code);
  return {
    type: 'company',
    key: code,
    country: 'KR',
    ...filled({ observed: parseCompactDay(stated('modify_date')) }),
    name,
    identifiers: { registrations: { 'kr-dart': code } },
    ...filled({ trading_names: without(name, stated('corp_eng_name')) }),
  };
}

function registrationsOf(company: unknown, code: string): Record<string, string> {
  return {
    'kr-dart': code,
    ...filled<Record<string, string>>({
      'kr-corp': parseKrCorporateNumber(textOf(company, 'jurir_no')),
      'kr-business': parseKrBusinessNumber(textOf(company, 'bizr_no')),
    }),
  };
}

function detailsOf(company: unknown): Partial<CompanyRecord> {
  const stated = (name: string) => tidy(textOf(company, name));
  const address = stated('adres');
  // A foreign company has its address abroad.
  const state = parseRegion('KR', address.split(' ')[0] ?? '');
  const market = markets.get(stated('corp_cls'));
  const sector = sectorOf('ksic', stated('induty_code'));
  return filled({
    trading_names: without(stated('corp_name'), stated('corp_name_eng'), stated('stock_name')),
    website: parseSiteAddress(stated('hm_url')),
    hq_location: address,
    hq_country: state ? 'KR' : undefined,
    company_type: market ? 'Public Company' : undefined,
    year_founded: parseCompactYear(stated('est_dt')),
    locations: address ? [address] : [],
    industries: sector ? [sector] : [],
    phones: stated('phn_no') ? [stated('phn_no')] : [],
    states: state ? [state] : [],
    org_registers: { dart: market ? `Listed on ${market}` : 'Not listed' },
  });
}

/** The response about one company. The name of its head is personal data and is not read. */
function toCompany(company: unknown): Outcome {
  if (textOf(company, 'status') !== found) return skip('response without a company');
  const code = parseCorpCode(textOf(company, 'corp_code'));
  if (!code) return reject('corp_code is not 8 digits');
  // A separate key: the list has fewer fields, and would replace this record.
  const key = compoundKey('company', code);
  const name = tidy(textOf(company, 'corp_name'));
  if (!name) return reject('corp_name is empty', key);
  const identifiers = { registrations: registrationsOf(company, code) };
  return { type: 'company', key, country: 'KR', name, identifiers, ...detailsOf(company) };
}

/** Companies that file disclosures with the Financial Supervisory Service of Korea. */
export const krDart = defineSource({
  id: 'kr-dart',
  title: 'OpenDART, list of companies and company overviews',
  country: 'KR',
  license: 'Terms of OpenDART',
  attribution: 'Contains data of OpenDART © Financial Supervisory Service of Korea.',
  homepage: 'https://opendart.fss.or.kr',
  class: 'register',
  // The list is a full file, but overviews are requested one at a time.
  whole: false,
  expected: { min: 1, max: 500_000 },
  format: either<unknown>(
    {
      '[': jsonItems(),
      '{': jsonItems(),
      otherwise: xmlElements({ parts: /\.xml$/i, root: 'result', element: 'list' }),
    },
    { parts: /\.(?:xml|json)$/i, maxParts: manyParts },
  ),
  toRecord: (row) => (typeof row === 'string' ? toListed(row) : toCompany(row)),
});
