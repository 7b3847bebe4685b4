import { readFileSync } from 'node:fs';
import type { CompanyRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { auAbr } from './au-abr.ts';
import { type Outcome, Reject, reject, skip } from './row-outcome.ts';

const off: ReadonlySet<string> = new Set();
const on: ReadonlySet<string> = new Set(['sole-traders']);

function readFixture(name: string, switchedOn = off): Outcome[] {
  const reader = auAbr.format.open();
  const bytes = readFileSync(new URL(`../../../fixtures/sources/au-abr/${name}`, import.meta.url));
  const rows = [...reader.take(bytes), ...reader.end()];
  return rows.map(({ row }) => (row instanceof Reject ? row : auAbr.toRecord(row, switchedOn)));
}

function recordOf(entry: string): CompanyRecord {
  const outcome = auAbr.toRecord(entry, off);
  return 'type' in outcome && outcome.type === 'company' ? outcome : expect.fail('no company');
}

interface Parts {
  head?: string;
  abn?: string;
  type?: string;
  name?: string;
  address?: string;
  rest?: string;
}
const otherName = (type: string, name: string) =>
  `<OtherEntity><NonIndividualName type="${type}"><NonIndividualNameText>${name}</NonIndividualNameText></NonIndividualName></OtherEntity>`;

/** A synthetic entry in the register's layout. */
function entryOf({ head, abn, type = 'PRV', name = 'KESTREL VANE PTY LTD', address, rest = '' }: Parts): string {
  return [
    `<ABR ${head ?? 'recordLastUpdatedDate="20180216" replaced="N"'}>`,
    abn ?? '<ABN status="ACT" ABNStatusFromDate="19991101">51824753556</ABN>',
    `<EntityType><EntityTypeInd>${type}</EntityTypeInd><EntityTypeText>Its Text</EntityTypeText></EntityType>`,
    `<MainEntity><NonIndividualName type="MN"><NonIndividualNameText>${name}</NonIndividualNameText></NonIndividualName>`,
    `<BusinessAddress><AddressDetails>${address ?? '<State>NSW</State><Postcode>2000</Postcode>'}</AddressDetails></BusinessAddress>`,
    `</MainEntity>${rest}</ABR>`,
  ].join('');
}

describe('the real sample', () => {
  const outcomes = readFixture('sample.xml');

  test('gives 126 companies, although its header claims 961800', () => {
    expect(outcomes.filter((outcome) => 'type' in outcome && outcome.type === 'company')).toHaveLength(126);
    expect(outcomes).toHaveLength(126);
  });

  test('each with the ACN that its ABN ends with, of a type that the file calls undetermined', () => {
    for (const outcome of outcomes as CompanyRecord[]) {
      expect(outcome.identifiers?.acn).toBe(outcome.identifiers?.abn?.slice(2));
    }
  });

  test('reads an entry in full', () => {
    expect(outcomes[0]).toEqual({
      type: 'company',
      key: '11000000948',
      country: 'AU',
      observed: '2018-02-16',
      name: 'QBE INSURANCE (INTERNATIONAL) LTD',
      trading_names: ['QBE INSURANCE (INTERNATIONAL) LIMITED'],
      identifiers: { abn: '11000000948', acn: '000000948' },
      company_type: 'Public Company',
      abn_operation_status: 'Active',
      hq_country: 'AU',
      hq_location: 'NSW 2000',
      locations: ['NSW 2000'],
      states: ['AU-NSW'],
      org_registers: { abr: 'Australian Public Company', gst: 'Registered since 2000-07-01' },
    });
  });

  test('a canceled company has its status', () => {
    expect(outcomes[1]).toMatchObject({ name: 'TOOHEYS PTY LIMITED', abn_operation_status: 'Cancelled' });
  });

  test('endorsements of the company and of its fund are both kept', () => {
    const labels = (outcomes as CompanyRecord[]).flatMap(({ org_registers: registers }) => registers?.dgr ?? []);
    expect(labels).toEqual([
      'Deductible gift recipient since 2006-03-01; for SYDNEY MISSIONARY & BIBLE COLLEGE BUILDING & MAINTENANCE FUND since 2000-07-01',
    ]);
  });
});

describe('sole traders', () => {
  test('are skipped, because they are people', () => {
    const outcomes = readFixture('sample-individuals.xml');
    expect(outcomes).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome instanceof Reject)).toEqual([]);
    expect([outcomes[0], outcomes[3]]).toEqual([skip('sole trader'), skip('sole trader')]);
  });

  test('are imported if switched on, with given and family names', () => {
    const outcomes = readFixture('sample-individuals.xml', on);
    expect(outcomes[0]).toMatchObject({
      name: 'JOHN PETER SMITH',
      company_type: 'Sole Proprietorship',
      key: '51000000680',
    });
    expect(outcomes[3]).toMatchObject({ name: 'MONONYM', company_type: 'Sole Proprietorship', hq_location: 'SA 5001' });
  });

  test.each([
    ['blanks around the code', entryOf({ type: ' IND ' })],
    ['a comment in the entry', entryOf({ type: 'IND', rest: '<!-- x -->' })],
    ['a person of another type', entryOf({ type: 'DES' }).replaceAll('MainEntity', 'LegalEntity')],
  ])('are detected despite %s', (_, entry) => {
    expect(auAbr.toRecord(entry, off)).toEqual(skip('sole trader'));
  });

  test('a comment does not make a company a sole trader', () => {
    const abn = '<!-- <EntityTypeInd>IND</EntityTypeInd> --><ABN status="ACT" ABNStatusFromDate="">51824753556</ABN>';
    expect(recordOf(entryOf({ abn })).company_type).toBe('Private Company');
  });
});

describe('numbers', () => {
  test.each([
    ['fails its check digits', '<ABN status="ACT" ABNStatusFromDate="19991101">51824753557</ABN>'],
    ['is empty', '<ABN status="ACT" ABNStatusFromDate="19991101"></ABN>'],
    ['is missing', ''],
  ])('an entry whose ABN %s is rejected', (_, abn) => {
    expect(auAbr.toRecord(entryOf({ abn }), off)).toEqual(reject('ABN is missing, or its check digits do not match'));
  });

  test.each(['000000000', '000000761', '', 'x'])('the ASIC number %j is ignored and the entry is kept', (number) => {
    const rest = `<ASICNumber ASICNumberType="undetermined">${number}</ASICNumber>`;
    expect(recordOf(entryOf({ rest })).identifiers).toEqual({ abn: '51824753556' });
  });
});

describe('names', () => {
  test('business, trading and other names are trading names, once each, without the main one', () => {
    const rest = [
      otherName('BN', 'B &amp; C'),
      otherName('TRD', 'KESTREL VANE  PTY LTD'),
      otherName('OTN', ' B  &amp; C '),
      otherName('OTN', 'OTHER'),
      otherName('DGR', 'A FUND'),
      otherName('BN', ''),
    ].join('');
    expect(recordOf(entryOf({ rest })).trading_names).toEqual(['B & C', 'OTHER']);
  });

  test('the main name is unchanged except for spaces and entities', () => {
    expect(recordOf(entryOf({ name: '  A &amp; B&apos;S  &#67;AFÉ ' })).name).toBe("A & B'S CAFÉ");
  });

  test('an entry without a name has none', () => {
    expect(recordOf(entryOf({ name: '' }))).not.toHaveProperty('name');
  });

  test('a name that no record can hold is a rejection with its key', () => {
    const outcome = auAbr.toRecord(entryOf({ name: 'x'.repeat(501) }), off);
    expect(outcome).toEqual(reject('name is longer than 500 characters', '51824753556'));
  });

  test('no more other names than a record can hold, and none that is too long', () => {
    const rest = Array.from({ length: 1100 }, (_, at) => otherName('BN', `NAME ${at}`)).join('');
    const names = recordOf(entryOf({ rest: otherName('BN', 'x'.repeat(501)) + rest })).trading_names;
    expect([names?.length, names?.[0]]).toEqual([1000, 'NAME 0']);
  });
});

describe('dates and states', () => {
  test.each([
    ['recordLastUpdatedDate="20240229" replaced="Y"', '2024-02-29'],
    ['replaced="N" recordLastUpdatedDate="20180216"', '2018-02-16'],
    ['recordLastUpdatedDate="20230229" replaced="N"', undefined],
    ['recordLastUpdatedDate="00000000" replaced="N"', undefined],
    ['recordLastUpdatedDate="19000101" replaced="N"', undefined],
    ['recordLastUpdatedDate="2018-02-16" replaced="N"', undefined],
    ['replaced="N"', undefined],
  ])('%s was observed on %s', (head, observed) => {
    expect(recordOf(entryOf({ head })).observed).toBe(observed);
  });

  test.each([
    ['ACT', 'Active'],
    ['CAN', 'Cancelled'],
    ['NEW', 'NEW'],
  ])('the status %s is %s', (code, status) => {
    const abn = `<ABN status="${code}" ABNStatusFromDate="19991101">51824753556</ABN>`;
    expect(recordOf(entryOf({ abn })).abn_operation_status).toBe(status);
  });

  test.each([
    ['status="ACT" GSTStatusFromDate="20000701"', 'Registered since 2000-07-01'],
    ['status="ACT" GSTStatusFromDate=""', 'Registered'],
    ['status="CAN" GSTStatusFromDate="20190502"', undefined],
    ['status="NON" GSTStatusFromDate="19000101"', undefined],
  ])('GST %s is %s', (gst, label) => {
    expect(recordOf(entryOf({ rest: `<GST ${gst} />` })).org_registers?.gst).toBe(label);
  });

  test('an endorsement that was canceled is not named', () => {
    const rest = '<DGR status="CAN" DGRStatusFromDate="20060301" />';
    expect(recordOf(entryOf({ rest })).org_registers).toEqual({ abr: 'Its Text' });
  });

  test('several funds are named one after the other', () => {
    const registers = (readFixture('sample-individuals.xml')[4] as CompanyRecord).org_registers;
    expect(registers?.dgr).toBe(
      'Deductible gift recipient for DGR FUND A since 2011-01-01; for DGR FUND B since 2013-06-01',
    );
  });
});

describe('places', () => {
  test.each([
    ['<State>QLD</State><Postcode>4001</Postcode>', ['AU-QLD'], 'QLD 4001'],
    ['<State></State><Postcode>4001</Postcode>', undefined, '4001'],
    ['<State /><Postcode />', undefined, undefined],
    ['<State>AAT</State><Postcode>7151</Postcode>', undefined, '7151'],
    ['<State>NT</State><Postcode></Postcode>', ['AU-NT'], 'NT'],
    ['<State>OTH</State><Postcode>n/a</Postcode>', undefined, undefined],
  ])('%s', (address, states, place) => {
    const record = recordOf(entryOf({ address }));
    expect([record.states, record.hq_location, record.locations?.[0]]).toEqual([states, place, place]);
  });
});

test.each([
  ['PUB', 'Public Company'],
  ['PTR', 'Partnership'],
  ['SMF', 'Trust'],
  ['COP', 'Cooperative'],
  ['SGE', 'Government Agency'],
  ['LCR', 'Private Company'],
  ['TTU', 'Trust'],
  ['CSS', 'Trust'],
  ['OIE', undefined],
  ['UIE', undefined],
  ['STR', undefined],
  ['CSF', undefined],
  ['CGC', undefined],
  ['constructor', undefined],
])('an entity of type %s is a %s', (type, companyType) => {
  expect(recordOf(entryOf({ type })).company_type).toBe(companyType);
});

test('an entry that is not XML is rejected, and the reason contains none of its text', () => {
  expect(auAbr.toRecord(entryOf({ name: 'A & B' }), off)).toEqual(reject('not well-formed XML, or too many elements'));
});

test('an entry with very many elements is rejected before it fills the memory', () => {
  const entry = entryOf({ rest: '<x/>'.repeat(250_000) });
  expect(auAbr.toRecord(entry, off)).toEqual(reject('not well-formed XML, or too many elements'));
});
