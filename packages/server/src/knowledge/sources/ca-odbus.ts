import type { CompanyRecord } from '@orgdex/contract';
import { isCode, sectorOf } from '../rules/industries/sector.ts';
import { parseRegion } from '../rules/places/region.ts';
import { defineSource } from './define-source.ts';
import { delimited } from './formats/delimited.ts';
import { compoundKey, filled, tidy } from './parsing/record-values.ts';
import { type Outcome, reject, skip } from './row-outcome.ts';
import { parseWhole } from './tables/values/clean-cell.ts';
import { parseSizeBand } from './tables/values/size-band.ts';

// biome-ignore format: in the order of the file
const columns = [
  'business_name', 'alt_business_name', 'derived_NAICS', 'source_NAICS_primary', 'full_address', 'city', 'prov_terr',
  'postal_code', 'total_no_employees', 'status',
] as const;
type Row = Record<(typeof columns)[number], string>;

/** Two dots mean an empty cell. */
const stated = (cell: string): string => (cell.trim() === '..' ? '' : tidy(cell));

/** Some codes were once converted to numbers: `238220.0`. */
const naicsOf = (cell: string): string => /^(\d{2,6})(?:\.0+)?$/.exec(stated(cell))?.[1] ?? '';

/** The code from the licensing body. A code that the publisher derived from a description only gives the sector. */
function industryOf(row: Row): Partial<CompanyRecord> {
  // The sixth digit is specific to Canada; the first five mean the same in the United States.
  const naics = naicsOf(row.source_NAICS_primary).slice(0, 5);
  if (isCode('naics', naics)) return { industry_codes: { naics } };
  const sector = sectorOf('naics-canada', naics || naicsOf(row.derived_NAICS));
  return filled({ industries: sector ? [sector] : [] });
}

/** `1--4` is a range: the second hyphen keeps spreadsheets from reading it as a date. */
function sizeOf({ total_no_employees: cell }: Row): Partial<CompanyRecord> {
  const text = stated(cell).replace('--', '-');
  const count = parseWhole(text);
  return filled({ employee_count: count || undefined, company_size: count ? undefined : parseSizeBand(text) });
}

/** The address, with the town if the address lacks it. */
function placeOf(row: Row): string {
  const address = stated(row.full_address);
  const city = stated(row.city);
  if (address.toLowerCase().includes(city.toLowerCase())) return address;
  const town = tidy([row.city, row.prov_terr, row.postal_code].map(stated).join(' '));
  return [address, town].filter(Boolean).join(', ');
}

function toRecord(row: Row): Outcome {
  const name = stated(row.business_name);
  if (!name) return reject('business_name is empty');
  // Some cities put the name of a sole trader in parentheses.
  if (/^\(.*\)$/u.test(name)) return skip('individual');
  if (stated(row.status) === 'Not Active') return skip('inactive');
  const place = placeOf(row);
  if (!place) return skip('no location');
  const state = parseRegion('CA', stated(row.prov_terr));
  const otherName = stated(row.alt_business_name);
  return {
    type: 'company',
    // A business has a row for each of its licenses: the same name at the same location is one business.
    key: compoundKey(...[stated(row.prov_terr), place, name].map((part) => part.toLowerCase())),
    country: 'CA',
    name,
    ...filled({
      trading_names: otherName && otherName !== name ? [otherName] : [],
      // A license is for a place of business, which is not always the headquarters.
      locations: [place],
      states: state ? [state] : [],
      ...industryOf(row),
      ...sizeOf(row),
    }),
  };
}

/** Businesses licensed by a Canadian city or province. */
export const caOdbus = defineSource({
  id: 'ca-odbus',
  title: 'Open Database of Businesses, Statistics Canada',
  country: 'CA',
  license: 'Open Government Licence – Canada',
  attribution:
    'Contains information of the Open Database of Businesses, Statistics Canada, licensed under the Open Government Licence – Canada.',
  homepage: 'https://www.statcan.gc.ca/en/lode/databases/odbus',
  // It has no register numbers, and is compiled from the lists of many cities.
  class: 'web',
  whole: true,
  expected: { min: 300_000, max: 1_000_000 },
  format: delimited({ parts: /ODBus_v[^/]*\.csv$/i, separator: ',', quotes: true, columns }),
  toRecord,
});
