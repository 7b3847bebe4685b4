import type { CompanyRecord } from '@orgdex/contract';
import { parseAbn } from '../rules/identifiers/register-numbers.ts';
import { keywordColumns } from './au/acnc-keywords.ts';
import { type AuState, auStates, parseAuState, toRegion } from './au/entity-types.ts';
import { defineSource } from './define-source.ts';
import { delimited } from './formats/delimited.ts';
import { parseAuDate, parseAuYear } from './parsing/days.ts';
import { filled, parseSiteAddress, tidy } from './parsing/record-values.ts';
import { type Outcome, reject, skip } from './row-outcome.ts';

// biome-ignore format: in the order of the file
const textColumns = [
  'ABN', 'Charity_Legal_Name', 'Other_Organisation_Names', 'Address_Line_1', 'Address_Line_2', 'Address_Line_3',
  'Town_City', 'State', 'Postcode', 'Country', 'Charity_Website', 'Registration_Date', 'Date_Organisation_Established',
  'Charity_Size',
] as const;
type Column = (typeof textColumns)[number] | `Operates_in_${AuState}` | keyof typeof keywordColumns;
type Row = Record<Column, string>;

const operatesIn = auStates.map((state) => [state, `Operates_in_${state}`] as const);
const keywords = Object.entries(keywordColumns) as [keyof typeof keywordColumns, string][];
const columns: Column[] = [
  ...textColumns,
  ...operatesIn.map(([, column]) => column),
  ...keywords.map(([column]) => column),
];

const isYes = (cell: string) => cell.trim() === 'Y';

// Names are separated by commas, semicolons or line breaks; a comma before a legal form is part of the name.
const betweenNames = /[;\r\n]|,(?!\s*(?:inc|incorporated|ltd|limited|pty)\b)/iu;

// Some charities write a description here.
const longestName = 500;

function namesIn(cell: string): string[] {
  const names = cell.split(betweenNames).map(tidy);
  return [...new Set(names.filter((name) => name !== '' && name.length <= longestName))];
}

/** Empty if the charity's address is withheld. */
function addressOf(row: Row): string {
  const state = parseAuState(row.State) ?? row.State;
  const town = [row.Town_City, state, row.Postcode].join(' ');
  return [row.Address_Line_1, row.Address_Line_2, row.Address_Line_3, town].map(tidy).filter(Boolean).join(', ');
}

/** The state of the registered office first, then the states where it operates. */
function statesOf(row: Row): string[] {
  const seat = parseAuState(row.State);
  const works = operatesIn.filter(([, column]) => isYes(row[column])).map(([state]) => state);
  return [...new Set(seat ? [seat, ...works] : works)].map(toRegion);
}

function registerLabel(row: Row): string {
  const since = parseAuDate(row.Registration_Date);
  const size = tidy(row.Charity_Size).toLowerCase();
  return `Registered charity${since ? ` since ${since}` : ''}${size && `, ${size}`}`;
}

const isAustralian = ({ Country }: Row) => /^(?:australia)?$/i.test(Country.trim());

function detailsOf(row: Row): Partial<CompanyRecord> {
  const address = addressOf(row);
  return filled({
    trading_names: namesIn(row.Other_Organisation_Names),
    website: parseSiteAddress(row.Charity_Website),
    hq_location: address,
    hq_country: isAustralian(row) ? 'AU' : undefined,
    locations: address ? [address] : [],
    states: statesOf(row),
    year_founded: parseAuYear(row.Date_Organisation_Established),
    // Small is less than 500,000 Australian dollars a year; the other sizes span several bands.
    revenue: tidy(row.Charity_Size) === 'Small' ? '$0-$1M' : undefined,
    keywords: keywords.filter(([column]) => isYes(row[column])).map(([, words]) => words),
  });
}

function toRecord(row: Row): Outcome {
  if (!row.ABN.trim()) return skip('no ABN');
  const abn = parseAbn(row.ABN);
  if (!abn) return reject('ABN: check digits do not match');
  const name = tidy(row.Charity_Legal_Name);
  if (!name) return reject('Charity_Legal_Name is empty', abn);
  return {
    type: 'company',
    key: abn,
    country: 'AU',
    name,
    identifiers: { abn },
    company_type: 'Nonprofit',
    ...detailsOf(row),
    org_registers: { acnc: registerLabel(row) },
  };
}

/** Charities of Australia. */
export const auAcnc = defineSource({
  id: 'au-acnc',
  title: 'ACNC charity register',
  country: 'AU',
  license: 'CC-BY-3.0-AU',
  attribution:
    'Contains data of the charity register © Australian Charities and Not-for-profits Commission (ACNC), CC BY 3.0 AU.',
  homepage: 'https://data.gov.au/data/dataset/acnc-register',
  class: 'register',
  whole: true,
  expected: { min: 40_000, max: 100_000 },
  format: delimited({ separator: ',', quotes: true, columns }),
  toRecord,
});
