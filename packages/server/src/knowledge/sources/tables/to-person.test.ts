import { readFileSync } from 'node:fs';
import { PersonRecord } from '@orgdex/contract';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import type { TextRow } from '../formats/json-lines.ts';
import { Reject } from '../row-outcome.ts';
import { detectTable } from './detect-table.ts';
import { mapColumns } from './map-columns.ts';
import { tableFormat } from './table-format.ts';
import { toPerson } from './to-person.ts';

const schema = Compile(PersonRecord);
const hashed: string[] = [];
const hashKey = (text: string) => `h${hashed.push(text)}`;

function convert(row: TextRow, country: string | undefined = 'AU') {
  const made = toPerson(row, mapColumns(Object.keys(row), 'people', new Map()), { country, hashKey });
  if (made instanceof Reject) return { record: undefined, notes: [made.reason] };
  expect([...schema.Errors(made.record)]).toEqual([]);
  return made;
}
const at = { 'Company Domain': 'kestrelvane.com.au' };

function recordsOf(name: string) {
  const bytes = readFileSync(new URL(`../../../../fixtures/own-files/${name}`, import.meta.url));
  const table = detectTable(bytes);
  if (table.kind === 'parquet') throw new Error('not text');
  const reader = tableFormat(table).open();
  return [...reader.take(bytes), ...reader.end()].map(({ row }) => convert(row as TextRow).record);
}

test('a CRM export is read', () => {
  const [first, second] = recordsOf('people.csv');
  expect(first).toEqual({
    type: 'person',
    key: '7001',
    company: { abn: '47612345003' },
    country: 'AU',
    position: 'Chief Financial Officer',
    seniority: ['3'],
    has_phone: true,
    email: 'avery@kestrelvane.com.au',
    mobile: '0491 570 156',
  });
  expect(second).toMatchObject({ seniority: ['5'], has_phone: false });
});

test('an export of the network is read: lines before the header are skipped and names are dropped', () => {
  const records = recordsOf('connections.csv');
  expect(records[0]).toMatchObject({ key: 'network:avery-invented', company: { fqdn: 'kestrelvane.com.au' } });
  expect(JSON.stringify(records)).not.toMatch(/Avery|Robin|Invented|Madeup/);
});

describe('an email address or phone number in the wrong column is not stored', () => {
  test('a phone number is not a slug, but a profile URL with digits is', () => {
    for (const network of ['0491570156', '+61491570156', '0491 570 156']) {
      const { record, notes } = convert({ ...at, id: '1', network });
      expect([record?.network, notes]).toEqual([undefined, ['network: not a profile URL or slug']]);
    }
    const { record } = convert({ ...at, id: '1', network: 'https://www.linkedin.com/in/0491570156' });
    expect(record?.network).toBe('0491570156');
  });

  test('an email address does not identify a company', () => {
    const { record, notes } = convert({ ...at, id: '1', 'account id': 'avery@kestrelvane.com.au' });
    expect([record?.company, notes]).toEqual([
      { fqdn: 'kestrelvane.com.au' },
      ['company.key: an email address does not identify a company'],
    ]);
  });
});

describe('key', () => {
  test.each([
    ['an email address as their key', { id: 'Avery@kestrelvane.com.au' }, 'avery@kestrelvane.com.au'],
    ['a phone number as their key', { id: '+61 491 570 156' }, '+61 491 570 156'],
    ['an email address', { email: ' Avery@Kestrelvane.com.au ' }, 'avery@kestrelvane.com.au'],
    ['a phone number, however it is written', { mobile: '0491 570 156' }, '+61491570156'],
    ['company and position', { title: 'Driver' }, '{"fqdn":"kestrelvane.com.au"}|driver'],
  ])('%s is stored only as a hash', (_, row, text) => {
    const { record } = convert({ ...at, ...row });
    expect(record?.key).toBe(`h${hashed.length}`);
    expect(hashed.at(-1)).toBe(text);
  });

  test('a person who cannot be identified is rejected', () => {
    expect(convert({ ...at, 'First Name': 'Avery' }).notes).toEqual([
      'no key, profile, email address, phone number or position identifies this person',
    ]);
  });
});

describe('company', () => {
  test.each([
    [{ abn: '47612345003', 'account id': 'a1' }, { abn: '47612345003' }],
    [{ 'account id': 'a1', website: 'kestrelvane.com.au' }, { key: 'a1' }],
    [{ 'Company LinkedIn Url': 'https://www.linkedin.com/company/kestrel-vane' }, { network: 'kestrel-vane' }],
    [{ website: 'https://www.kestrelvane.com.au/' }, { fqdn: 'kestrelvane.com.au' }],
    [{ website: 'http://boltpath.com.au/home?utm=crm' }, { fqdn: 'boltpath.com.au' }],
    [{ abn: 'ABN 47612345003.0' }, { abn: '47612345003' }],
    [{ abn: '47612345004', domain: 'kestrelvane.com.au' }, { fqdn: 'kestrelvane.com.au' }],
  ])('%j names %j', (row, company) => {
    expect(convert({ id: '1', ...row }).record?.company).toEqual(company);
  });

  test('the domain of a mail service identifies no company', () => {
    expect(convert({ id: '1', domain: 'gmail.com' }).notes).toEqual([noCompany]);
  });
});

const noCompany = [
  'company is missing: no key, register number, network page, domain, website or name, and no work email address with a',
  'domain of its own',
].join(' ');

describe('a company without an identifier', () => {
  test.each<[TextRow, object]>([
    [{ Company: 'Kestrel  Vane' }, { company_name: 'Kestrel Vane' }],
    [
      { 'Account Name': 'Kestrel Vane', Country: 'Australia' },
      { company_name: 'Kestrel Vane', company_country: 'AU' },
    ],
    [
      { Employer: 'Kestrel Vane', Country: 'AU', 'Company Country': 'New Zealand' },
      { company_name: 'Kestrel Vane', company_country: 'NZ' },
    ],
    [{ Organization: '1234567 Canada Inc.' }, { company_name: '1234567 Canada Inc.' }],
    [{ email: 'avery@kestrelvane.com.au' }, { email: 'avery@kestrelvane.com.au' }],
  ])('%j is described by %j', (row, described) => {
    const { record, notes } = convert({ id: '1', ...row });
    expect([record, notes]).toEqual([{ type: 'person', key: '1', country: 'AU', ...described }, []]);
  });

  test('is not described if an identifier names it', () => {
    const { record } = convert({ ...at, id: '1', Company: 'Kestrel Vane', 'Company Country': 'NZ' });
    expect(record).toEqual({ type: 'person', key: '1', company: { fqdn: 'kestrelvane.com.au' }, country: 'AU' });
  });

  test.each(['Self-employed', 'avery@kestrelvane.com.au', '0491 570 156'])('is not named %s', (name) => {
    const { record, notes } = convert({ id: '1', Company: name, email: 'avery@kestrelvane.com.au' });
    expect(record).not.toHaveProperty('company_name');
    expect(notes).toEqual(['company.name: not the name of a company']);
    expect(convert({ id: '1', Company: name, email: 'avery@gmail.com' }).notes).toEqual([noCompany]);
  });

  test('distinguishes people with the same title by its name', () => {
    convert({ Company: 'Kestrel Vane', title: 'Driver' });
    convert({ Company: 'Marrow Pike', title: 'Driver' });
    expect(hashed.at(-1)).not.toBe(hashed.at(-2));
  });
});

test('a row without a country is rejected unless --country is given', () => {
  const made = toPerson({ ...at, id: '1' }, mapColumns(['Company Domain', 'id'], 'people', new Map()), { hashKey });
  expect(made).toEqual(new Reject('country is missing; add a country column or use --country'));
});

test('several email addresses or phone numbers in a cell are rejected: an opt-out by the second would be missed', () => {
  for (const row of [
    { email: 'a@x.com.au; b@x.com.au' },
    { phone: '0491 570 156; 0491 570 157' },
    { phone: '0491570156 / 0491570157' },
  ]) {
    expect(convert({ ...at, id: '1', ...row }).notes[0]).toContain('contains several values');
  }
  expect(convert({ ...at, id: '1', phone: '(02) 5550 1234' }).notes).toEqual([]);
});

test('an invalid email address or phone number is left out, and no note repeats it', () => {
  const { record, notes } = convert({ ...at, id: '1', email: 'verified', phone: '6.1491E+10', url: 'not a profile' });
  expect(record).toEqual({ type: 'person', key: '1', company: { fqdn: 'kestrelvane.com.au' }, country: 'AU' });
  expect(notes).toEqual([
    'email: not an email address',
    'phone: digits were lost in scientific notation',
    'network: not a profile URL or slug',
  ]);
});

test('a flag is yes or no, and any other word is noted', () => {
  const { record, notes } = convert({ ...at, id: '1', 'has email': 'Yes', 'has phone': 'constructor' });
  expect([record?.has_email, record?.has_phone, notes]).toEqual([true, undefined, ['has_phone: not yes or no']]);
});
