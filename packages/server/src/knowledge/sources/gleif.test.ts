import type { CompanyRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { abnOf, acnOf, cikOf, jcnOf, leiOf, nzbnOf, uenOf } from '../../sample-data/demo/numbers.ts';
import { entryOfApi } from './gleif/from-api.ts';
import { entryOfGoldenCopy } from './gleif/from-golden-copy.ts';
import { columns, entryOfTableRow, type TableRow } from './gleif/from-table.ts';
import { localNumber } from './gleif/registers.ts';
import { gleif as source } from './gleif.ts';
import { Reject, Skip } from './row-outcome.ts';

const row: TableRow = {
  ...(Object.fromEntries(columns.map((column) => [column, ''])) as TableRow),
  LEI: leiOf(1),
  'Entity.LegalName': 'Kestrel Vane Pty Ltd',
  'Entity.LegalAddress.Country': 'AU',
  'Entity.HeadquartersAddress.Country': 'AU',
  'Entity.RegistrationAuthority.RegistrationAuthorityID': 'RA000014',
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': acnOf(1),
  'Entity.EntityCategory': 'GENERAL',
  'Entity.EntityStatus': 'ACTIVE',
  'Registration.RegistrationStatus': 'ISSUED',
  'Registration.InitialRegistrationDate': '2020-03-04T23:59:59Z',
  'Registration.LastUpdateDate': '2025-05-01T08:00:00Z',
};
const outcomeOf = (changes: Partial<TableRow>, ...switches: string[]) =>
  source.toRecord({ ...row, ...changes }, new Set(switches));
const recordOf = (changes: Partial<TableRow>, ...switches: string[]) =>
  outcomeOf(changes, ...switches) as CompanyRecord;

describe('the number at the register', () => {
  test.each<[string, string, object]>([
    ['RA000013', abnOf(1), { abn: abnOf(1) }],
    ['RA000014', acnOf(1).replace(/(...)(...)(...)/, '$1 $2 $3'), { acn: acnOf(1) }],
    ['RA000014', '000000761', {}],
    ['RA000072', '0999999-9', { registrations: { 'ca-corporation': '9999999' } }],
    ['RA000388', '99000018', { registrations: { 'hk-brn': '99000018' } }],
    ['RA000388', '0263876', {}],
    ['RA000389', 'c1572528', { registrations: { 'hk-brn': 'C1572528' } }],
    ['RA000412', jcnOf(7), { jcn: jcnOf(7) }],
    [
      'RA000412',
      jcnOf(7)
        .slice(1)
        .replace(/(....)(..)/, '$1-$2-'),
      { jcn: jcnOf(7) },
    ],
    ['RA000412', `9${jcnOf(7).slice(1)}`, {}],
    ['RA000419', '130111-0006246', { registrations: { 'kr-corp': '1301110006246' } }],
    ['RA000657', '124-81-00998', { registrations: { 'kr-business': '1248100998' } }],
    ['RA000439', '209901000009', { registrations: { 'my-ssm': '209901000009' } }],
    ['RA000439', '999999-X', {}],
    ['RA000466', '9900001', { registrations: { 'nz-company': '9900001' } }],
    ['RA000466', nzbnOf(3), { nzbn: nzbnOf(3) }],
    ['RA000749', nzbnOf(3), { nzbn: nzbnOf(3) }],
    ['RA000483', 'CS209900001', { registrations: { 'ph-sec': 'CS209900001' } }],
    ['RA000523', uenOf(4).toLowerCase(), { uen: uenOf(4) }],
    ['RA000554', '0107544000108', { registrations: { 'th-juristic': '0107544000108' } }],
    ['RA000649', '0100233488', { registrations: { 'vn-tax': '0100233488' } }],
    ['RA000665', '9900001', { cik: '0009900001' }],
    ['RA000585', '04366849', { registrations: { 'gb-company': '04366849' } }],
    ['RA000079', '2167978', { registrations: { 'gleif-ra000079': '2167978' } }],
    ['RA000602', '4763016', {}],
    ['RA888888', '17', {}],
    ['RA999999', '17', {}],
    ['RA000014', ' ', {}],
    ['', '17', {}],
    ['constructor', '17', {}],
  ])('at %s %j is %j', (register, number, identifiers) => {
    expect(localNumber(register, number)).toEqual(identifiers);
  });

  test('with a wrong check digit is ignored, and the company is kept', () => {
    const wrong = { 'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': '000000761' };
    expect(recordOf(wrong).identifiers).toEqual({ lei: leiOf(1) });
  });

  test('is not used for a branch: it may belong to the head office', () => {
    const branch = recordOf({ 'Entity.EntityCategory': 'BRANCH' });
    expect(branch.identifiers).toEqual({ lei: leiOf(1) });
    expect(branch.company_type).toBe('Foreign Branch');
  });
});

describe('skipped entries', () => {
  test('funds, and individuals unless switched on', () => {
    expect(outcomeOf({ 'Entity.EntityCategory': 'FUND' })).toEqual(new Skip('fund'));
    const alone = { 'Entity.EntityCategory': 'SOLE_PROPRIETOR' };
    expect(outcomeOf(alone)).toEqual(new Skip('sole proprietor'));
    expect(recordOf(alone, 'sole-proprietors').company_type).toBe('Sole Proprietorship');
  });

  test('entities without headquarters or registration in a supported country, unless switched on', () => {
    const german = { 'Entity.LegalAddress.Country': 'DE', 'Entity.HeadquartersAddress.Country': 'DE' };
    expect(outcomeOf(german)).toEqual(new Skip('country not supported'));
    expect(recordOf(german, 'other-countries')).toMatchObject({ country: 'DE', hq_country: 'DE' });
  });

  test('an LEI that is a duplicate, annulled or was never issued is withdrawn, so that a delta file removes it', () => {
    for (const status of ['DUPLICATE', 'ANNULLED', 'CANCELLED', 'PENDING_VALIDATION']) {
      const fund = { 'Registration.RegistrationStatus': status, 'Entity.EntityCategory': 'FUND' };
      expect(outcomeOf(fund)).toEqual({ type: 'company', key: leiOf(1), removed: true });
    }
  });

  test('an entry that was transferred does not withdraw the entry of the new issuer', () => {
    expect(outcomeOf({ 'Registration.RegistrationStatus': 'TRANSFERRED' })).toBeInstanceOf(Skip);
  });

  test('a wrong LEI, no name and no country reject the row, with its key where that is known', () => {
    expect(outcomeOf({ LEI: '213800KUD8LXJWSQ9D15' })).toEqual(
      new Reject('LEI is missing, or its check digits do not match'),
    );
    expect(outcomeOf({ 'Entity.LegalName': ' \n' })).toEqual(new Reject('legal name is empty', leiOf(1)));
    const nowhere = { 'Entity.LegalAddress.Country': '', 'Entity.HeadquartersAddress.Country': '' };
    expect(outcomeOf(nowhere)).toEqual(new Reject('no address has a country', leiOf(1)));
  });
});

describe('the country', () => {
  test('is that of the headquarters, not of the registration', () => {
    const cayman = recordOf({ 'Entity.LegalAddress.Country': 'KY', 'Entity.HeadquartersAddress.Country': 'HK' });
    expect(cayman).toMatchObject({ country: 'HK', hq_country: 'HK' });
  });

  test('is that of registration if only that is supported, and the headquarters are still given', () => {
    expect(recordOf({ 'Entity.HeadquartersAddress.Country': 'GB' })).toMatchObject({ country: 'AU', hq_country: 'GB' });
  });

  test('of the legal address replaces missing headquarters', () => {
    const changes = { 'Entity.HeadquartersAddress.Country': '', 'Entity.LegalAddress.Region': 'AU-NSW' };
    expect(recordOf(changes)).toMatchObject({ country: 'AU', hq_country: 'AU', states: ['AU-NSW'] });
  });
});

describe('dates', () => {
  test.each([
    ['1993-09-22T00:00:00Z', 1993],
    ['1952-10-16T23:00:00Z', 1952],
    ['2003-12-31T11:00:00Z', 2004],
    ['1949-12-31T15:00:00.000Z', 1950],
    ['2003-12-31T05:00:00Z', 2003],
    ['2003-12-31T23:00:00-05:00', 2003],
    ['2003-12-31T23:30:10Z', 2003],
    ['3008-01-01T00:00:00Z', undefined],
    ['9980-07-04T00:00:00Z', undefined],
    ['2026-01-01T00:00:00Z', undefined],
    ['1215-06-15T00:00:00Z', undefined],
    ['2003-02-31T00:00:00Z', undefined],
    ['', undefined],
  ])('created %s is founded in %s', (created, year) => {
    expect(recordOf({ 'Entity.EntityCreationDate': created }).year_founded).toBe(year);
  });

  test('the last update is the observation date, if it is valid', () => {
    expect(recordOf({}).observed).toBe('2025-05-01');
    expect(recordOf({ 'Registration.LastUpdateDate': '9980-07-04T00:00:00Z' })).not.toHaveProperty('observed');
  });
});

test.each([
  ['ISSUED', 'ACTIVE', 'Issued since 2020-03-04'],
  ['PENDING_TRANSFER', 'ACTIVE', 'Issued since 2020-03-04'],
  ['LAPSED', 'ACTIVE', 'Lapsed, registered 2020-03-04'],
  ['RETIRED', 'INACTIVE', 'Retired, registered 2020-03-04; entity inactive'],
  ['MERGED', 'INACTIVE', 'Merged into another entity, registered 2020-03-04; entity inactive'],
])('%s and %s is %s', (registration, status, label) => {
  const changes = { 'Registration.RegistrationStatus': registration, 'Entity.EntityStatus': status };
  expect(recordOf(changes).org_registers).toEqual({ gleif: label });
});

test('names in other languages are kept with the legal name, former names apart; machine transliterations are dropped', () => {
  const record = recordOf({
    'Entity.LegalName': '見本工業株式会社',
    'Entity.OtherEntityNames.OtherEntityName.1': 'Mihon Industries,\n Ltd.',
    'Entity.OtherEntityNames.OtherEntityName.1.type': 'ALTERNATIVE_LANGUAGE_LEGAL_NAME',
    'Entity.OtherEntityNames.OtherEntityName.2': '旧見本株式会社',
    'Entity.OtherEntityNames.OtherEntityName.2.type': 'PREVIOUS_LEGAL_NAME',
    'Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.1': 'Mihon Kogyo KK',
    'Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.1.type':
      'PREFERRED_ASCII_TRANSLITERATED_LEGAL_NAME',
    'Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.2': 'miharakogyo',
    'Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.2.type':
      'AUTO_ASCII_TRANSLITERATED_LEGAL_NAME',
  });
  expect(record).toMatchObject({
    name: '見本工業株式会社',
    trading_names: ['Mihon Industries, Ltd.', 'Mihon Kogyo KK'],
    former_names: ['旧見本株式会社'],
  });
});

test('the CSV, the golden copy as JSON and the API give the same record', () => {
  const entry = {
    lei: leiOf(2),
    name: 'Kestrel Vane Inc.',
    otherNames: [{ name: 'Kestrel', type: 'TRADING_OR_OPERATING_NAME' }],
    legalAddress: { lines: ['1 Example Lane'], city: 'Dover', region: 'US-DE', country: 'US', postcode: '19901' },
    headquarters: {
      lines: ['2 Example Way', 'Floor 3'],
      city: 'Reno',
      region: 'US-NV',
      country: 'US',
      postcode: '89501',
    },
    register: 'RA000665',
    registerNumber: cikOf(2),
    category: 'GENERAL',
    status: 'ACTIVE',
    created: '2010-02-03T00:00:00Z',
    registrationStatus: 'ISSUED',
    registered: '2020-03-04T05:06:07Z',
    updated: '2025-05-01T08:00:00Z',
  };
  const table = entryOfTableRow({
    ...row,
    LEI: entry.lei,
    'Entity.LegalName': entry.name,
    'Entity.OtherEntityNames.OtherEntityName.1': 'Kestrel',
    'Entity.OtherEntityNames.OtherEntityName.1.type': 'TRADING_OR_OPERATING_NAME',
    'Entity.LegalAddress.FirstAddressLine': '1 Example Lane',
    'Entity.LegalAddress.City': 'Dover',
    'Entity.LegalAddress.Region': 'US-DE',
    'Entity.LegalAddress.Country': 'US',
    'Entity.LegalAddress.PostalCode': '19901',
    'Entity.HeadquartersAddress.FirstAddressLine': '2 Example Way',
    'Entity.HeadquartersAddress.AdditionalAddressLine.1': 'Floor 3',
    'Entity.HeadquartersAddress.City': 'Reno',
    'Entity.HeadquartersAddress.Region': 'US-NV',
    'Entity.HeadquartersAddress.Country': 'US',
    'Entity.HeadquartersAddress.PostalCode': '89501',
    'Entity.RegistrationAuthority.RegistrationAuthorityID': 'RA000665',
    'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': cikOf(2),
    'Entity.EntityCreationDate': entry.created,
    'Registration.InitialRegistrationDate': entry.registered,
  });
  const filledLines = (address: { lines: string[] }) => ({ ...address, lines: address.lines.filter(Boolean) });
  expect({
    ...table,
    legalAddress: filledLines(table.legalAddress),
    headquarters: filledLines(table.headquarters),
  }).toEqual(entry);
  const leaf = (text: string) => ({ $: text });
  const goldenCopy = entryOfGoldenCopy({
    LEI: leaf(entry.lei),
    Entity: {
      LegalName: { '@xml:lang': 'en', $: entry.name },
      OtherEntityNames: { OtherEntityName: { '@type': 'TRADING_OR_OPERATING_NAME', $: 'Kestrel' } },
      LegalAddress: {
        FirstAddressLine: leaf('1 Example Lane'),
        City: leaf('Dover'),
        Region: leaf('US-DE'),
        Country: leaf('US'),
        PostalCode: leaf('19901'),
      },
      HeadquartersAddress: {
        FirstAddressLine: leaf('2 Example Way'),
        AdditionalAddressLine: [leaf('Floor 3')],
        City: leaf('Reno'),
        Region: leaf('US-NV'),
        Country: leaf('US'),
        PostalCode: leaf('89501'),
      },
      RegistrationAuthority: {
        RegistrationAuthorityID: leaf('RA000665'),
        RegistrationAuthorityEntityID: leaf(cikOf(2)),
      },
      EntityCategory: leaf('GENERAL'),
      EntityStatus: leaf('ACTIVE'),
      EntityCreationDate: leaf(entry.created),
    },
    Registration: {
      InitialRegistrationDate: leaf(entry.registered),
      LastUpdateDate: leaf(entry.updated),
      RegistrationStatus: leaf('ISSUED'),
    },
  });
  expect(goldenCopy).toEqual(entry);
  const api = entryOfApi({
    attributes: {
      lei: entry.lei,
      entity: {
        legalName: { name: entry.name, language: 'en' },
        otherNames: entry.otherNames,
        transliteratedOtherNames: [],
        legalAddress: {
          addressLines: ['1 Example Lane'],
          city: 'Dover',
          region: 'US-DE',
          country: 'US',
          postalCode: '19901',
        },
        headquartersAddress: {
          addressLines: ['2 Example Way', 'Floor 3'],
          city: 'Reno',
          region: 'US-NV',
          country: 'US',
          postalCode: '89501',
        },
        registeredAt: { id: 'RA000665', other: null },
        registeredAs: cikOf(2),
        category: 'GENERAL',
        status: 'ACTIVE',
        creationDate: entry.created,
      },
      registration: { initialRegistrationDate: entry.registered, lastUpdateDate: entry.updated, status: 'ISSUED' },
    },
  });
  expect(api).toEqual(entry);
});

test('a record of any other shape is rejected, not fatal', () => {
  for (const item of [{}, [], { LEI: null }, { LEI: { $: { $: 'x' } } }, { attributes: null }, { attributes: 7 }]) {
    expect(source.toRecord(item, new Set())).toBeInstanceOf(Reject);
  }
});
