import { type CompanyRecord, supportedCountries } from '@orgdex/contract';
import { parseLei } from '../rules/identifiers/register-numbers.ts';
import { type Country, parseCountry } from '../rules/places/country.ts';
import { parseRegion } from '../rules/places/region.ts';
import { defineSource } from './define-source.ts';
import { delimited } from './formats/delimited.ts';
import { jsonItems } from './formats/json-items.ts';
import { either } from './formats/one-of-formats.ts';
import { entryOfApi } from './gleif/from-api.ts';
import { entryOfGoldenCopy } from './gleif/from-golden-copy.ts';
import { columns, entryOfTableRow, type TableRow } from './gleif/from-table.ts';
import type { LeiAddress, LeiEntry } from './gleif/lei-entry.ts';
import { localNumber } from './gleif/registers.ts';
import { memberOf } from './parsing/json-value.ts';
import { filled, registerLabel, tidy } from './parsing/record-values.ts';
import { type Outcome, reject, skip } from './row-outcome.ts';
import { parseDay } from './tables/values/clean-cell.ts';

/** The status of an LEI, and whether it is still renewed. */
const standings = new Map<string, { status: string; stands: boolean }>([
  ['ISSUED', { status: 'Issued', stands: true }],
  ['PENDING_TRANSFER', { status: 'Issued', stands: true }],
  ['PENDING_ARCHIVAL', { status: 'Issued', stands: true }],
  ['LAPSED', { status: 'Lapsed', stands: false }],
  ['RETIRED', { status: 'Retired', stands: false }],
  ['MERGED', { status: 'Merged into another entity', stands: false }],
]);

/** Never issued, issued in error, or the second LEI of an entity: it identifies no entity. */
const withdrawn: ReadonlySet<string> = new Set(['DUPLICATE', 'ANNULLED', 'CANCELLED', 'PENDING_VALIDATION']);

const types = new Map<string, CompanyRecord['company_type']>([
  ['BRANCH', 'Foreign Branch'],
  ['SOLE_PROPRIETOR', 'Sole Proprietorship'],
  ['RESIDENT_GOVERNMENT_ENTITY', 'Government Agency'],
]);

const former = 'PREVIOUS_LEGAL_NAME';
/** Machine transliterations, which are not names in use. */
const machineMade = 'AUTO_ASCII_TRANSLITERATED_LEGAL_NAME';
const longestName = 500;
const longestPlace = 500;

const served: ReadonlySet<string> = new Set(supportedCountries);
const firstYear = 1500;
const lastYear = 2100;

function toDay(moment: string): string | undefined {
  const day = parseDay(moment);
  const year = Number(day?.slice(0, 4));
  return year >= firstYear && year <= lastYear ? day : undefined;
}

/** Midnight on January 1 in a time zone east of Greenwich, written in UTC. */
const newYearElsewhere = /-12-31T(?:1[1-9]|2[0-3]):00:00(?:\.0+)?(?:Z|\+00:00)$/;

/** An entity is not founded after its entry was updated; some dates are in the years 3008 or 9980. */
function yearFounded({ created, updated }: LeiEntry): number | undefined {
  const day = toDay(created);
  if (!day) return undefined;
  const year = Number(day.slice(0, 4)) + (newYearElsewhere.test(created) ? 1 : 0);
  return year <= Number((toDay(updated) ?? String(lastYear)).slice(0, 4)) ? year : undefined;
}

function namesOf({ name, otherNames }: LeiEntry, isWanted: (type: string) => boolean): string[] {
  const names = new Set(otherNames.filter(({ type }) => isWanted(type)).map((other) => tidy(other.name)));
  names.delete('');
  names.delete(tidy(name));
  return [...names].filter((text) => text.length <= longestName);
}

/** The region as people write it in an address: `Cupertino CA 95014`. */
const stateIn = (region: string) => /^(?:AU|CA|US)-([A-Z]+)$/.exec(region)?.[1] ?? '';

const placeOf = ({ lines, city, region, postcode }: LeiAddress): string =>
  [...lines, [city, stateIn(region), postcode].join(' ')].map(tidy).filter(Boolean).join(', ');

/** The country of the entry: of its headquarters, or of its registration if only that country is supported. */
function countryOf(seat: Country | undefined, legal: Country | undefined): Country | undefined {
  return [seat, legal].find((country) => country && served.has(country)) ?? seat ?? legal;
}

/** A branch may have its own LEI and the register number of its head office, which does not identify the branch. */
const numbersOf = ({ category, register, registerNumber }: LeiEntry) =>
  category === 'BRANCH' ? {} : localNumber(register, registerNumber);

function standingOf({ registrationStatus, registered, status }: LeiEntry): string | undefined {
  const standing = standings.get(registrationStatus);
  if (!standing) return undefined;
  const label = registerLabel({ ...standing, registered: toDay(registered) });
  return status === 'INACTIVE' ? `${label}; entity inactive` : label;
}

function detailsOf(entry: LeiEntry): Partial<CompanyRecord> {
  const seat = entry.headquarters.country ? entry.headquarters : entry.legalAddress;
  const address = placeOf(seat);
  const place = address.length <= longestPlace ? address : '';
  const state = parseRegion(seat.country, seat.region);
  const label = standingOf(entry);
  return filled({
    trading_names: namesOf(entry, (type) => type !== former && type !== machineMade),
    former_names: namesOf(entry, (type) => type === former),
    hq_location: place,
    hq_country: parseCountry(seat.country),
    company_type: types.get(entry.category),
    year_founded: yearFounded(entry),
    locations: place ? [place] : [],
    states: state ? [state] : [],
    org_registers: label ? { gleif: label } : undefined,
  });
}

/** A row of the CSV, a record of the golden copy as JSON, or a record of the API. */
function entryOf(row: unknown): LeiEntry {
  if (typeof memberOf(row, 'LEI') === 'string') return entryOfTableRow(row as TableRow);
  return memberOf(row, 'attributes') ? entryOfApi(row) : entryOfGoldenCopy(row);
}

/** Why an entry is skipped, if it is. */
function reasonToSkip({ category, registrationStatus }: LeiEntry, switchedOn: ReadonlySet<string>): string | undefined {
  if (category === 'FUND') return 'fund';
  if (category === 'SOLE_PROPRIETOR' && !switchedOn.has('sole-proprietors')) return 'sole proprietor';
  // The file also contains the same LEI as its new issuer maintains it.
  return registrationStatus === 'TRANSFERRED' ? 'transferred to another issuer' : undefined;
}

function toRecord(row: unknown, switchedOn: ReadonlySet<string>): Outcome {
  const entry = entryOf(row);
  const lei = parseLei(entry.lei);
  if (!lei) return reject('LEI is missing, or its check digits do not match');
  // Not skipped: in a delta file only this row withdraws the LEI.
  if (withdrawn.has(entry.registrationStatus)) return { type: 'company', key: lei, removed: true };
  const reason = reasonToSkip(entry, switchedOn);
  if (reason) return skip(reason);
  const [seat, legal] = [parseCountry(entry.headquarters.country), parseCountry(entry.legalAddress.country)];
  const country = countryOf(seat, legal);
  if (!country) return reject('no address has a country', lei);
  if (!served.has(country) && !switchedOn.has('other-countries')) return skip('country not supported');
  const name = tidy(entry.name);
  if (!name) return reject('legal name is empty', lei);
  if (name.length > longestName) return reject('legal name is longer than 500 characters', lei);
  return {
    type: 'company',
    key: lei,
    ...filled({ country, observed: toDay(entry.updated) }),
    name,
    identifiers: { lei, ...numbersOf(entry) },
    ...detailsOf(entry),
  };
}

/** Legal entities worldwide that take part in financial markets, each with the number in its national register. */
export const gleif = defineSource({
  id: 'gleif',
  title: 'GLEIF golden copy of the LEI index (level 1)',
  license: 'CC0-1.0',
  attribution: 'Contains LEI data of the Global Legal Entity Identifier Foundation (GLEIF), CC0 1.0.',
  homepage: 'https://www.gleif.org/en/lei-data/gleif-golden-copy',
  class: 'gleif',
  whole: true,
  deltas: true,
  expected: { min: 2_500_000, max: 6_000_000 },
  switches: {
    'other-countries': 'entities of countries that the API does not support',
    'sole-proprietors': 'individuals who trade in their own name',
  },
  format: either<unknown>(
    {
      '{': jsonItems({ within: ['records', 'data'] }),
      otherwise: delimited({ separator: ',', quotes: true, columns }),
    },
    { parts: /\.(?:csv|json)$/i },
  ),
  toRecord,
});
