import type { CompanyRecord } from '@orgdex/contract';
import { isDay } from '../rules/calendar-day.ts';
import { parseAbn, parseAcn } from '../rules/identifiers/register-numbers.ts';
import { type AbrEntry, readAnyEntry, readLaidOutEntry } from './au/abr-entry.ts';
import { auStates, companyTypeOf, toRegion } from './au/entity-types.ts';
import { defineSource } from './define-source.ts';
import { xmlElements } from './formats/xml-elements.ts';
import { type Outcome, reject, type Skip, skip } from './row-outcome.ts';

// The register also has codes for the Antarctic and for no state.
const regions: ReadonlyMap<string, string> = new Map(auStates.map((state) => [state, toRegion(state)]));
const tradingNameTypes: ReadonlySet<string> = new Set(['TRD', 'BN', 'OTN']);
const statuses = new Map([
  ['ACT', 'Active'],
  ['CAN', 'Cancelled'],
]);
/** More than any entry has; limits the record that one broken entry can produce. */
const most = { names: 1000, nameLength: 500, funds: 20 };

/** A day from `YYYYMMDD`; the register writes zeros or 1900-01-01 for an unknown day. */
function toDay(digits: string): string | undefined {
  if (!/^\d{8}$/.test(digits) || digits <= '19000101') return undefined;
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)];
  return isDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : undefined;
}

const since = (words: string, digits: string) => {
  const day = toDay(digits);
  return day ? `${words} since ${day}` : words;
};

function tradingNames({ name: mainName, otherNames }: AbrEntry): string[] {
  if (otherNames.length === 0) return [];
  const names = new Set<string>();
  for (const { type, name } of otherNames) {
    if (tradingNameTypes.has(type) && name.length <= most.nameLength) names.add(name);
  }
  names.delete('');
  names.delete(mainName);
  return names.size > most.names ? [...names].slice(0, most.names) : [...names];
}

function giftRecipient({ gifts }: AbrEntry): string | undefined {
  // The endorsement of a fund has no status: it is valid while it is listed.
  const standing = gifts.filter(({ status }) => status === '' || status === 'ACT').slice(0, most.funds);
  if (standing.length === 0) return undefined;
  return `Deductible gift recipient${standing.map((gift) => since(gift.fund && ` for ${gift.fund}`, gift.since)).join(';')}`;
}

function registersOf(entry: AbrEntry): Record<string, string> {
  const registers: Record<string, string> = {};
  if (entry.typeText) registers.abr = entry.typeText;
  if (entry.gstStatus === 'ACT') registers.gst = since('Registered', entry.gstSince);
  const dgr = giftRecipient(entry);
  if (dgr) registers.dgr = dgr;
  return registers;
}

function placeOf({ state, postcode }: AbrEntry): string {
  const known = regions.has(state) ? state : '';
  if (!/^\d{4}$/.test(postcode)) return known;
  return known ? `${known} ${postcode}` : postcode;
}

/** Assigned field by field: this runs millions of times, and spreading optional parts is slow. */
function toCompany(entry: AbrEntry): Outcome {
  const abn = parseAbn(entry.abn);
  if (!abn) return reject('ABN is missing, or its check digits do not match');
  if (entry.name.length > most.nameLength) return reject('name is longer than 500 characters', abn);
  const record: CompanyRecord = { type: 'company', key: abn, country: 'AU', identifiers: { abn }, hq_country: 'AU' };
  const acn = entry.asicNumber && parseAcn(entry.asicNumber);
  if (acn) record.identifiers = { abn, acn };
  const observed = toDay(entry.updated);
  if (observed) record.observed = observed;
  if (entry.name) record.name = entry.name;
  const trading = tradingNames(entry);
  if (trading.length > 0) record.trading_names = trading;
  const type = companyTypeOf(entry.typeCode);
  if (type) record.company_type = type;
  if (entry.status) record.abn_operation_status = statuses.get(entry.status) ?? entry.status;
  const place = placeOf(entry);
  if (place) {
    record.hq_location = place;
    record.locations = [place];
  }
  const region = regions.get(entry.state);
  if (region) record.states = [region];
  record.org_registers = registersOf(entry);
  return record;
}

const typeTag = '<EntityTypeInd>';

/** Detected without parsing the entry, unless something in it may hide a tag: sole traders are more than half of the file. */
function isPlainlySoleTrader(text: string): boolean {
  const at = text.indexOf(typeTag);
  return at > 0 && text.startsWith('IND</', at + typeTag.length) && !text.includes('<!');
}

const soleTraders = 'sole-traders';
const skipped = skip('sole trader');

const skips = (text: string, switchedOn: ReadonlySet<string>): Skip | undefined =>
  !switchedOn.has(soleTraders) && isPlainlySoleTrader(text) ? skipped : undefined;

// A number that was replaced keeps its entry, marked replaced="Y", and is read like any other.
function toRecord(text: string, switchedOn: ReadonlySet<string>): Outcome {
  const entry = readLaidOutEntry(text) ?? readAnyEntry(text);
  if (!entry) return reject('not well-formed XML, or too many elements');
  const isSoleTrader = entry.isPerson || entry.typeCode === 'IND';
  return isSoleTrader && !switchedOn.has(soleTraders) ? skipped : toCompany(entry);
}

/** Every Australian Business Number ever issued, with its status. */
export const auAbr = defineSource({
  id: 'au-abr',
  title: 'Australian Business Register, ABN bulk extract',
  country: 'AU',
  license: 'CC-BY-3.0-AU',
  attribution: 'ABN bulk extract © Commonwealth of Australia (Australian Business Register, ABN Lookup), CC BY 3.0 AU.',
  homepage: 'https://data.gov.au/data/dataset/abn-bulk-extract',
  class: 'register',
  whole: true,
  complete: true,
  expected: { min: 15_000_000, max: 25_000_000 },
  switches: { [soleTraders]: 'individuals who trade in their own name' },
  format: xmlElements({ parts: /\.xml$/i, root: 'Transfer', element: 'ABR' }),
  skips,
  toRecord,
});
