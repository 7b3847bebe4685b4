import type { CompanyRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { cikOf, leiOf } from '../../sample-data/demo/numbers.ts';
import { Reject, Skip } from './row-outcome.ts';
import { secFiles } from './us/sec-files.ts';
import { usSec as source } from './us-sec.ts';

const address = {
  street1: '1 EXAMPLE WAY',
  street2: null,
  city: 'RENO',
  stateOrCountry: 'NV',
  zipCode: '89501',
  isForeignLocation: 0,
  foreignStateTerritory: null,
  country: null,
  countryCode: null,
};
const filer = {
  cik: '9900001',
  entityType: 'operating',
  sic: '3711',
  name: 'KESTREL VANE CORP',
  exchanges: ['Nasdaq'],
  ein: '990000101',
  lei: null,
  website: '',
  category: 'Large accelerated filer',
  addresses: { mailing: address, business: address },
  phone: '775-555-0100',
  formerNames: [],
  filings: { recent: { accessionNumber: ['1'] } },
};
const outcomeOf = (changes: object) => source.toRecord({ kind: 'filer', filer: { ...filer, ...changes } }, new Set());
const recordOf = (changes: object) => outcomeOf(changes) as CompanyRecord;
const seatAt = (changes: object) => {
  const { hq_location, hq_country, states } = recordOf({
    addresses: { business: { ...address, ...changes }, mailing: {} },
  });
  return { hq_location, hq_country, states };
};

function read(...files: unknown[]) {
  return files.flatMap((file) => {
    const reader = secFiles.open();
    const rows = [...reader.take(Buffer.from(JSON.stringify(file))), ...reader.end()];
    return rows.map(({ row }) => (row instanceof Reject ? row : source.toRecord(row, new Set())));
  });
}

describe('lists of tickers', () => {
  const listing = (cik: string, name: string) => ({
    type: 'company',
    key: `tickers/${cik}`,
    country: 'US',
    name,
    identifiers: { cik },
  });

  test('give a company once, however many tickers it has, and its number with leading zeros', () => {
    const tickers = {
      0: { cik_str: 1652044, ticker: 'GOOGL', title: 'Alphabet Inc.' },
      1: { cik_str: 320193, ticker: 'AAPL', title: 'Apple Inc.' },
      2: { cik_str: 1652044, ticker: 'GOOG', title: 'Alphabet Inc.' },
    };
    expect(read(tickers)).toEqual([listing('0001652044', 'Alphabet Inc.'), listing('0000320193', 'Apple Inc.')]);
  });

  test('may be a table whose columns are found by name', () => {
    const table = {
      fields: ['name', 'ticker', 'cik', 'exchange'],
      data: [['Kestrel Vane Corp /DE/', 'XKVN', 99, null]],
    };
    expect(read(table)).toEqual([listing('0000000099', 'Kestrel Vane Corp')]);
  });

  test('never replace the record from a filer’s own document', () => {
    const [listed, own] = read({ 0: { cik_str: 9900001, title: 'KESTREL VANE CORP' } }, filer) as CompanyRecord[];
    expect(listed?.identifiers?.cik).toBe(own?.identifiers?.cik);
    expect(listed?.key).not.toBe(own?.key);
  });

  test('reject an entry with a wrong number or no name', () => {
    expect(read({ 0: { cik_str: 0, title: 'X' }, 1: { cik_str: 7, title: '' }, 2: 5 })).toEqual([
      new Reject('cik must be 1 to 10 digits'),
      new Reject('name is empty', 'tickers/0000000007'),
      new Reject('cik must be 1 to 10 digits'),
    ]);
  });
});

describe('which documents are read', () => {
  test('those of filers in the archive, not the older filings next to them', () => {
    const isRead = (name: string) => secFiles.parts?.test(name);
    expect(['CIK0001318605.json', 'company_tickers.json', 'company_tickers_exchange.json'].every(isRead)).toBe(true);
    expect(['CIK0001318605-submissions-001.json', 'placeholder.txt'].some(isRead)).toBe(false);
    expect(secFiles.maxParts).toBeGreaterThan(1_000_000);
  });

  test('older filings are skipped if they are read', () => {
    expect(read({ accessionNumber: ['1'], filingDate: ['2012-01-01'] })).toEqual([new Skip('older filings')]);
  });

  test('people and funds are not companies', () => {
    for (const entityType of ['other', 'investment', '', null]) {
      expect(outcomeOf({ entityType })).toEqual(new Skip('not an operating company'));
    }
  });

  test('one of several MiB is read, and one that is too long only loses itself', () => {
    const filings = (mib: number) => ({ recent: { items: ['x'.repeat(mib * 1024 * 1024)] } });
    expect(read({ ...filer, filings: filings(7) })).toMatchObject([{ key: '0009900001' }]);
    expect(read({ ...filer, filings: filings(9) }, filer)).toMatchObject([
      new Reject('longer than 8 MiB'),
      { key: '0009900001' },
    ]);
  });

  test('without a number or name it is rejected', () => {
    expect(outcomeOf({ cik: '' })).toEqual(new Reject('cik must be 1 to 10 digits'));
    expect(outcomeOf({ name: 'None' })).toEqual(new Reject('name is empty', '0009900001'));
  });
});

describe('identifiers', () => {
  test('are CIK, LEI and EIN, each if valid', () => {
    expect(recordOf({ cik: cikOf(1), lei: leiOf(1) }).identifiers).toEqual({
      cik: cikOf(1),
      lei: leiOf(1),
      registrations: { 'us-ein': '990000101' },
    });
  });

  test('an EIN of zeros, as foreign filers have, is ignored, and so are the word None and an invalid LEI', () => {
    for (const ein of ['000000000', 'None', '', null, '12345']) {
      expect(recordOf({ ein, lei: '213800KUD8LXJWSQ9D15' }).identifiers).toEqual({ cik: '0009900001' });
    }
  });
});

describe('names', () => {
  test.each([
    ['WELLS FARGO & COMPANY/MN', 'WELLS FARGO & COMPANY'],
    ['IDT CORP /NEW/', 'IDT CORP'],
    ['EXAMPLE PLC/ADR', 'EXAMPLE PLC'],
    ['BANK OF MONTREAL /CAN/', 'BANK OF MONTREAL'],
    ['KESTREL CORP /DE/NEW/', 'KESTREL CORP'],
    ['KESTREL CORP \\DE\\', 'KESTREL CORP'],
    ['KESTREL CORP /', 'KESTREL CORP'],
    ['KESTREL CORP\\', 'KESTREL CORP'],
    ['NOVO NORDISK A/S', 'NOVO NORDISK A/S'],
    ['KESTREL/VAN', 'KESTREL/VAN'],
    ['24/7 EXAMPLE INC', '24/7 EXAMPLE INC'],
  ])('%s is %s', (name, kept) => {
    expect(recordOf({ name }).name).toBe(kept);
  });

  test('former names are kept once, and none that differs only in case', () => {
    const formerNames = ['OLD VANE CORP', 'Kestrel Vane Corp /DE/', 'OLD VANE CORP', ''].map((name) => ({ name }));
    expect(recordOf({ formerNames }).former_names).toEqual(['OLD VANE CORP']);
  });
});

describe('the headquarters', () => {
  test('in a state are in the United States', () => {
    expect(seatAt({ street2: 'None' })).toEqual({
      hq_location: '1 EXAMPLE WAY, RENO NV 89501',
      hq_country: 'US',
      states: ['US-NV'],
    });
  });

  test('in a province have a code specific to EDGAR', () => {
    expect(seatAt({ stateOrCountry: 'A6' })).toMatchObject({ hq_country: 'CA', states: ['CA-ON'] });
  });

  test('abroad are found by the country code: the other code may be missing or wrong, and the ZIP code zeros', () => {
    const abroad = { stateOrCountry: null, foreignStateTerritory: 'DC', zipCode: '00000', isForeignLocation: 1 };
    expect(seatAt({ ...abroad, countryCode: 'K3' })).toEqual({
      hq_location: '1 EXAMPLE WAY, RENO',
      hq_country: 'HK',
      states: undefined,
    });
    expect(seatAt({ stateOrCountry: 'M0', isForeignLocation: null })).toMatchObject({ hq_country: 'JP' });
  });

  test('in a country that is not supported are found by its name, as older and newer documents write it', () => {
    const abroad = { hq_country: 'GB', states: undefined };
    const code = { stateOrCountry: null, countryCode: 'X0', isForeignLocation: 1 };
    expect(seatAt({ ...code, country: 'United Kingdom' })).toMatchObject(abroad);
    expect(seatAt({ stateOrCountry: 'X0', stateOrCountryDescription: 'United Kingdom' })).toMatchObject(abroad);
  });

  test('without a country, or with a contradictory address, are in no country', () => {
    const unknown = { hq_country: undefined, states: undefined };
    expect(seatAt({ countryCode: 'X0', isForeignLocation: 1, country: 'Atlantis' })).toMatchObject(unknown);
    expect(seatAt({ countryCode: 'X0', isForeignLocation: 1, country: 'CA' })).toMatchObject(unknown);
    expect(seatAt({ stateOrCountry: 'CA', isForeignLocation: 1 })).toMatchObject(unknown);
    expect(seatAt({ stateOrCountry: 'toString' })).toMatchObject(unknown);
  });

  test('are at the mailing address if no business address is given', () => {
    const addresses = { business: { street1: 'None', city: '' }, mailing: address };
    expect(recordOf({ addresses })).toMatchObject({ hq_location: '1 EXAMPLE WAY, RENO NV 89501' });
  });
});

test('an industry code is kept if the classification has it; a code of the SEC gives only the sector', () => {
  expect(recordOf({ sic: '3711' })).toMatchObject({ industry_codes: { sic: '3711' } });
  expect(recordOf({ sic: '6770' })).toMatchObject({ industries: ['Financial Services & Insurance'] });
  expect(recordOf({ sic: '6770' })).not.toHaveProperty('industry_codes');
  for (const sic of ['', 'None', '0', null]) {
    expect(recordOf({ sic })).not.toHaveProperty('industry_codes');
    expect(recordOf({ sic })).not.toHaveProperty('industries');
  }
});

test.each([
  [{}, 'Large accelerated filer, listed on Nasdaq', 'Public Company'],
  [
    { category: 'Non-accelerated filer<br>Smaller reporting company', exchanges: ['NYSE', null, 'NYSE', 'OTC'] },
    'Non-accelerated filer, Smaller reporting company, listed on NYSE and OTC',
    'Public Company',
  ],
  [
    { category: '<br>Emerging growth company', exchanges: ['OTC'] },
    'Emerging growth company, listed on OTC',
    undefined,
  ],
  [{ category: null, exchanges: [] }, 'Filer', undefined],
])('%j is %s', (changes, label, type) => {
  expect(recordOf(changes).org_registers).toEqual({ sec: label });
  expect(recordOf(changes).company_type).toBe(type);
});

test('an invalid phone or website is omitted', () => {
  expect(recordOf({ phone: 'None', website: 'None' })).not.toHaveProperty('phones');
  expect(recordOf({ website: 'None' })).not.toHaveProperty('website');
  expect(recordOf({ website: 'www.kestrelvane.com' }).website).toBe('http://www.kestrelvane.com/');
});
