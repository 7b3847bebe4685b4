import type { CompanyRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { abnOf } from '../../sample-data/demo/numbers.ts';
import { keywordColumns } from './au/acnc-keywords.ts';
import { auAcnc as source } from './au-acnc.ts';
import { Reject, Skip } from './row-outcome.ts';

type Row = Parameters<typeof source.toRecord>[0];

/** Columns that are not given are empty. */
const rowOf = (cells: Partial<Row>) =>
  new Proxy(cells as Row, { get: (given, name) => Reflect.get(given, name) ?? '' });
const outcomeOf = (cells: Partial<Row>) =>
  source.toRecord(rowOf({ ABN: abnOf(1), Charity_Legal_Name: 'Lantern', ...cells }), new Set()) as CompanyRecord;

test('a charity of which only the name is known', () => {
  expect(outcomeOf({})).toEqual({
    type: 'company',
    key: abnOf(1),
    country: 'AU',
    name: 'Lantern',
    identifiers: { abn: abnOf(1) },
    company_type: 'Nonprofit',
    hq_country: 'AU',
    org_registers: { acnc: 'Registered charity' },
  });
});

test.each([
  ['www.lantern.org.au', 'http://www.lantern.org.au/'],
  ['https://lantern.org.au/about', 'https://lantern.org.au/about'],
  [' lantern.org.au ', 'http://lantern.org.au/'],
  ['', undefined],
  ['n/a', undefined],
  ['info@lantern.org.au', undefined],
  ['http://localhost/', undefined],
  ['under construction', undefined],
  [`lantern.org.au/${'x'.repeat(2000)}`, undefined],
])('the website %j is %s', (text, website) => {
  expect(outcomeOf({ Charity_Website: text }).website).toBe(website);
});

test.each([
  ['Lantern Kids', ['Lantern Kids']],
  ['Lantern Kids, Lantern Works', ['Lantern Kids', 'Lantern Works']],
  ['Lantern Kids;Lantern Works\r\nThe Lantern', ['Lantern Kids', 'Lantern Works', 'The Lantern']],
  ['Lantern Works, Inc., Lantern Kids, Ltd', ['Lantern Works, Inc.', 'Lantern Kids, Ltd']],
  ['Lantern Kids, , Lantern Kids,', ['Lantern Kids']],
  [' , ', undefined],
  ['x'.repeat(501), undefined],
])('the other names %j are %j', (text, names) => {
  expect(outcomeOf({ Other_Organisation_Names: text }).trading_names).toEqual(names);
});

describe('places', () => {
  const seat = { Address_Line_1: '12 High Street', Town_City: 'Ballarat', State: 'Victoria', Postcode: '3350' };

  test('the address is one line, with the code of the state', () => {
    expect(outcomeOf(seat)).toMatchObject({
      hq_location: '12 High Street, Ballarat VIC 3350',
      locations: ['12 High Street, Ballarat VIC 3350'],
    });
  });

  test('the state of the address comes first, then the states of operation, each once', () => {
    expect(outcomeOf({ ...seat, Operates_in_ACT: 'Y', Operates_in_VIC: 'Y', Operates_in_WA: 'N' }).states).toEqual([
      'AU-VIC',
      'AU-ACT',
    ]);
  });

  test('an address abroad gives no Australian state', () => {
    const abroad = outcomeOf({
      Town_City: 'Wellington',
      State: 'Wairarapa',
      Country: 'New Zealand',
      Operates_in_NT: 'Y',
    });
    expect(abroad).toMatchObject({ hq_location: 'Wellington Wairarapa', states: ['AU-NT'] });
    expect(abroad).not.toHaveProperty('hq_country');
  });
});

test('only a size within one revenue band gives revenue', () => {
  const sizes = ['Small', 'Medium', 'Large', ''];
  expect(sizes.map((size) => outcomeOf({ Charity_Size: size }).revenue)).toEqual([
    '$0-$1M',
    ...Array(3).fill(undefined),
  ]);
});

test.each([
  ['01/06/2012', 'Medium', 'Registered charity since 2012-06-01, medium'],
  ['', 'Small', 'Registered charity, small'],
  ['01/06/2012', '', 'Registered charity since 2012-06-01'],
])('registered %j, %j: %s', (date, size, acnc) => {
  expect(outcomeOf({ Registration_Date: date, Charity_Size: size }).org_registers).toEqual({ acnc });
});

test('each purpose and beneficiary is a keyword of its own, in words', () => {
  const all = Object.fromEntries(Object.keys(keywordColumns).map((column) => [column, 'Y']));
  const { keywords = [] } = outcomeOf(all);
  expect(new Set(keywords).size).toBe(43);
  expect(keywords.filter((words) => /_|natual|\bther\b/.test(words))).toEqual([]);
  expect(outcomeOf({ Children: 'Y', Youth: 'N' }).keywords).toEqual(['Children']);
});

test('no ABN is skipped; a wrong one, or no name, is rejected', () => {
  expect(outcomeOf({ ABN: ' ' })).toEqual(new Skip('no ABN'));
  expect(outcomeOf({ ABN: '123' })).toEqual(new Reject('ABN: check digits do not match'));
  expect(outcomeOf({ Charity_Legal_Name: '' })).toEqual(new Reject('Charity_Legal_Name is empty', abnOf(1)));
});
