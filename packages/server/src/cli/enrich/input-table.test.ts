import { describe, expect, test } from 'vitest';
import { Reject } from '../../knowledge/sources/row-outcome.ts';
import { mapColumns } from '../../knowledge/sources/tables/map-columns.ts';
import { itemOfRow } from './input-table.ts';

function itemOf(row: Record<string, string>, country?: string) {
  const item = itemOfRow(row, mapColumns(Object.keys(row), 'companies', new Map()), country);
  return item instanceof Reject ? item.reason : item;
}

test('a row says what an import would read in it', () => {
  const row = {
    'Account Name': ' Tern &  Gannet Pty Ltd ',
    Website: 'https://www.tern-gannet.com.au/nets?x=1',
    ABN: '53 004 085 616',
    City: 'Fremantle WA 6160',
    State: 'WA',
    Country: 'Australia',
    Phone: '(08) 5550 0100',
    Employees: '1,200',
    Founded: '12/03/1999',
    LinkedIn: 'https://www.linkedin.com/company/tern-gannet/',
    Notes: 'call back',
  };
  expect(itemOf(row)).toEqual({
    name: 'Tern & Gannet Pty Ltd',
    fqdn: 'tern-gannet.com.au',
    abn: '53004085616',
    ln_slug: 'tern-gannet',
    country: 'AU',
    region: 'AU-WA',
    city: 'Fremantle',
    phone: '(08) 5550 0100',
    employee_count: 1200,
    year_founded: 1999,
  });
});

describe('an email address', () => {
  test('is not sent, only its domain', () => {
    expect(itemOf({ Name: 'Tern', Email: 'Jo <JO@Tern-Gannet.com.au>' })).toEqual({
      name: 'Tern',
      fqdn: 'tern-gannet.com.au',
    });
  });

  test('of a mail provider says nothing', () => {
    expect(itemOf({ Name: 'Tern', Email: 'jo@gmail.com' })).toEqual({ name: 'Tern' });
  });

  test('does not replace the website', () => {
    expect(itemOf({ Name: 'Tern', Website: 'tern.example.com', Email: 'jo@agency.example.org' })).toMatchObject({
      fqdn: 'tern.example.com',
    });
  });
});

describe('a value that cannot be right', () => {
  test('is left out, and the rest of the row is used', () => {
    const row = { Name: 'Tern', ABN: '53004085617', Website: 'n/a', Phone: '0'.repeat(60), Country: 'Atlantis' };
    expect(itemOf(row)).toEqual({ name: 'Tern' });
  });
});

test('a row needs no name', () => {
  expect(itemOf({ Name: 'n/a', Domain: 'tern.example.com' })).toEqual({ fqdn: 'tern.example.com' });
  expect(itemOf({ Domain: 'tern.example.com' })).toEqual({ fqdn: 'tern.example.com' });
});

test('a row that identifies no company is not sent', () => {
  expect(itemOf({ Name: '', City: 'Perth' })).toBe('no name, domain, email address or register number');
});

test('the country of rows without one can be given', () => {
  expect(itemOf({ Name: 'Tern' }, 'NZ')).toEqual({ name: 'Tern', country: 'NZ' });
  expect(itemOf({ Name: 'Tern', Country: 'SG' }, 'NZ')).toEqual({ name: 'Tern', country: 'SG' });
});
