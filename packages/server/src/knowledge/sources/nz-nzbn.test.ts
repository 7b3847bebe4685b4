import type { CompanyRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { nzbnOf } from '../../sample-data/demo/numbers.ts';
import { UnreadableFile } from './formats/format.ts';
import { nzNzbn as source } from './nz-nzbn.ts';
import { Reject, Skip } from './row-outcome.ts';

/** What the rows of one table say. */
function outcomesOf(...lines: string[]) {
  const reader = source.format.open();
  const rows = [...reader.take(Buffer.from(`${lines.join('\n')}\n`)), ...reader.end()];
  return rows.map(({ row }) => (row instanceof Reject ? row : source.toRecord(row, new Set()))) as CompanyRecord[];
}

const [one, other] = [nzbnOf(1), nzbnOf(2)];
const core = (...cells: string[]) =>
  outcomesOf(
    'NZBN,COMPANY_IDENTIFIER,ENTITY_NAME,REGISTRATION_DATE,REMOVAL_DATE,ENTITY_TYPE,ENTITY_STATUS',
    [one, '9900001', 'KESTREL LIMITED', ...cells].join(','),
  )[0] as CompanyRecord;

describe('the parts of the zip', () => {
  test('are only those that are needed; tables of people are never opened', () => {
    const { parts } = source.format;
    const read = [
      'core_data',
      'registered_office_address',
      'trading_name',
      'website',
      'business_industry_classification',
    ];
    const unread = [
      'director',
      'shareholder',
      'insolvency',
      'address_for_service',
      'public_address',
      'ultimate_holding',
    ];
    for (const name of read) expect(parts?.test(`202609/companies_${name}.csv`), name).toBe(true);
    for (const name of unread) expect(parts?.test(`202609/companies_${name}.csv`), name).toBe(false);
  });

  test('a table of people that an operator names is rejected by its header', () => {
    const header = 'NZBN,ENTITY_NAME,FIRST_NAME,LAST_NAME,START_DATE';
    expect(() => outcomesOf(header, `${one},KESTREL LIMITED,Example,Person,01/01/2001`)).toThrow(UnreadableFile);
  });
});

describe("the company's own row", () => {
  test('has the name, the numbers and the status', () => {
    expect(core('15/06/2001', '', 'NZ Limited Company', 'Registered')).toEqual({
      type: 'company',
      key: one,
      country: 'NZ',
      name: 'KESTREL LIMITED',
      identifiers: { nzbn: one, registrations: { 'nz-company': '9900001' } },
      hq_country: 'NZ',
      year_founded: 2001,
      org_registers: { nzbn: 'Registered since 2001-06-15' },
    });
  });

  test.each([
    ['15/06/2001', '', 'In Liquidation', 'In Liquidation, registered 2001-06-15'],
    ['15/06/2001', '31/12/2012', 'Removed', 'Removed 2012-12-31'],
    ['', '', 'Removed', 'Removed'],
    ['2001-06-15', '', 'Registered', 'Registered'],
  ])('registered %j, removed %j, %s: %s', (registered, removed, status, label) => {
    expect(core(registered, removed, 'LTD', status).org_registers).toEqual({ nzbn: label });
  });

  test.each([
    ['NZ Limited Company', undefined, 'NZ'],
    ['LTD', undefined, 'NZ'],
    ['NZ Co-operative Company', 'Cooperative', 'NZ'],
    ['COOP', 'Cooperative', 'NZ'],
    ['Overseas ASIC Company', 'Foreign Branch', undefined],
    ['Overseas Non-ASIC Company', 'Foreign Branch', undefined],
    ['NON_ASIC', 'Foreign Branch', undefined],
  ])('%s is of the type %s with headquarters in %s', (type, companyType, country) => {
    const { company_type, hq_country, year_founded } = core('15/06/2001', '', type, 'Registered');
    expect([company_type, hq_country, year_founded]).toEqual([companyType, country, country && 2001]);
  });

  test('a wrong number, or no name, is rejected', () => {
    const header = 'NZBN,COMPANY_IDENTIFIER,ENTITY_NAME,REGISTRATION_DATE,ENTITY_TYPE,ENTITY_STATUS';
    expect(outcomesOf(header, '9412312341235,1,K,,,', `${one},1, ,,,`)).toEqual([
      new Reject('NZBN: check digit does not match'),
      new Reject('ENTITY_NAME is empty', one),
    ]);
  });
});

describe('the registered office', () => {
  const header = (prefix: string) =>
    `NZBN,ENTITY_NAME,START_DATE,${[1, 2, 3, 4].map((n) => `${prefix}_${n}`).join(',')},REGISTERED_OFFICE_ADDRESS_POSTCODE,REGISTERED_OFFICE_ADDRESS_COUNTRY`;
  const officeOf = (cells: string, { name = 'KESTREL LIMITED', prefix = 'REGISTERED_OFFICE_ADDRESS' } = {}) =>
    outcomesOf(header(prefix), `${one},${name},15/06/2001,${cells}`)[0] as CompanyRecord;

  test('is read with the old and the new column names, and gives no company name', () => {
    const cells = '12 Example Street,Northland,Wellington,,6012,New Zealand';
    const expected = {
      type: 'company',
      key: `${one}/office/12 Example Street, Northland, Wellington 6012`,
      country: 'NZ',
      observed: '2001-06-15',
      identifiers: { nzbn: one },
      hq_location: '12 Example Street, Northland, Wellington 6012',
      locations: ['12 Example Street, Northland, Wellington 6012'],
      states: ['NZ-WGN'],
    };
    expect(officeOf(cells)).toEqual(expected);
    expect(officeOf(cells, { prefix: 'REGISTERED_OFFICE_ADDRESS_ADDRESS' })).toEqual(expected);
  });

  test.each([
    ['KESTREL LIMITED', true],
    ['Kestrel Company Limited', true],
    ['KESTREL TAPUI (LIMITED)', true],
    ['KESTREL PTY LIMITED', false],
    ['KESTREL PTY. LIMITED', false],
    ['KESTREL PTE LTD', false],
    ['KESTREL INC', false],
    ['KESTREL UNLIMITED', false],
    ['', false],
  ])('of %s in New Zealand is its headquarters: %s', (name, isSeat) => {
    const { hq_location, hq_country, locations } = officeOf('12 Example Street,,Wellington,,6012,', { name });
    expect(locations).toEqual(['12 Example Street, Wellington 6012']);
    expect(hq_location).toBe(isSeat ? '12 Example Street, Wellington 6012' : undefined);
    expect(hq_country).toBeUndefined();
  });

  test('abroad is the headquarters of an overseas company, and its town is not a region of New Zealand', () => {
    const seat = { hq_location: '1 Example Quay, Nelson V1L 1A1', hq_country: 'CA' };
    expect(officeOf('1 Example Quay,Nelson,,,V1L 1A1,Canada', { name: 'KESTREL INC' })).toMatchObject(seat);
    expect(officeOf('1 Example Quay,Nelson,,,V1L 1A1,Canada')).not.toHaveProperty('states');
    expect(officeOf('1 Example Quay,,,,,Atlantis')).not.toHaveProperty('hq_country');
  });

  test('in a town that is not a region gives no region, and without a line nothing', () => {
    expect(officeOf('9 Example Road,Northland,Hamilton,,3204,')).not.toHaveProperty('states');
    expect(officeOf(',,,,,')).toEqual(new Skip('no address'));
  });

  test('is kept if it has a second row', () => {
    const keys = ['1 Example Street,,,,,', '2 Example Street,,,,,'].map((cells) => officeOf(cells).key);
    expect(new Set(keys).size).toBe(2);
  });
});

test('a row is observed on its start date, if it has one', () => {
  const observedIn = (column: string, cell: string) =>
    outcomesOf(`NZBN,START_DATE,${column}`, `${one},15/06/2001,${cell}`, `${one},,${cell}`).map((row) => row.observed);
  const cells = { TRADING_NAME: 'Kites', WEBSITE: 'kites.co.nz', INDUSTRY_CLASSIFICATION_CODE: 'M696205' };
  for (const [column, cell] of Object.entries(cells))
    expect(observedIn(column, cell), column).toEqual(['2001-06-15', undefined]);
});

test('each trading name is a separate record, and "No Trading Name" is not a name', () => {
  const rows = [`${one},,Kites`, `${one},,Vanes`, `${other},,No Trading Name`, `${other},,`];
  const outcomes = outcomesOf('NZBN,START_DATE,TRADING_NAME', ...rows);
  expect(outcomes.slice(0, 2)).toMatchObject([
    { key: `${one}/trading/Kites`, trading_names: ['Kites'] },
    { key: `${one}/trading/Vanes`, trading_names: ['Vanes'] },
  ]);
  expect(outcomes.slice(2)).toEqual([new Skip('no trading name'), new Skip('no trading name')]);
  expect(outcomes[0]).not.toHaveProperty('name');
});

test('each website is a separate record, and "No website" is not a website', () => {
  const rows = [`${one},,,kites.co.nz`, `${one},,,https://vanes.co.nz/a`, `${other},,,No website`, `${other},,,soon`];
  const outcomes = outcomesOf('NZBN,ENTITY_NAME,START_DATE,WEBSITE', ...rows);
  expect(outcomes.slice(0, 2)).toMatchObject([
    { key: `${one}/website/http://kites.co.nz/`, website: 'http://kites.co.nz/' },
    { key: `${one}/website/https://vanes.co.nz/a`, website: 'https://vanes.co.nz/a' },
  ]);
  expect(outcomes.slice(2)).toEqual([new Skip('no website'), new Skip('WEBSITE is not a URL')]);
});

test('an industry is the class of ANZSIC in its code, with its leading zero', () => {
  const header = 'NZBN,INDUSTRY_CLASSIFICATION_CODE,INDUSTRY_CLASSIFICATION_DESCRIPTION';
  const codes = ['M696205', 'A016010', 'Z999999', 'M6962', ''];
  expect(outcomesOf(header, ...codes.map((code) => `${one},${code},x`))).toEqual([
    expect.objectContaining({ key: `${one}/industry/M696205`, industry_codes: { anzsic: '6962' } }),
    expect.objectContaining({ industry_codes: { anzsic: '0160' } }),
    ...Array(3).fill(new Skip('not an ANZSIC class')),
  ]);
});
