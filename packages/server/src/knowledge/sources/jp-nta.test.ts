import type { CompanyRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { jcnOf } from '../../sample-data/demo/numbers.ts';
import { jpNta as source } from './jp-nta.ts';
import { Reject, Skip } from './row-outcome.ts';

type Row = Parameters<typeof source.toRecord>[0];

const given: Partial<Row> = {
  corporateNumber: jcnOf(1),
  process: '01',
  updateDate: '2018-05-11',
  name: '株式会社ケストレル',
  kind: '301',
  prefectureName: '鳥取県',
  cityName: '倉吉市',
  streetNumber: '谷６０５－３３',
  prefectureCode: '31',
  postCode: '6820954',
  assignmentDate: '2015-10-05',
  latest: '1',
  hihyoji: '0',
};
/** Columns that are not given are empty. */
const rowOf = (cells: Partial<Row>) => new Proxy(cells as Row, { get: (cell, name) => Reflect.get(cell, name) ?? '' });
const outcomeOf = (changes: Partial<Row>) =>
  source.toRecord(rowOf({ ...given, ...changes }), new Set()) as CompanyRecord;

test('a company, with its address in normal width, its date, and no founding year', () => {
  expect(outcomeOf({})).toEqual({
    type: 'company',
    key: jcnOf(1),
    country: 'JP',
    name: '株式会社ケストレル',
    identifiers: { jcn: jcnOf(1) },
    observed: '2018-05-11',
    hq_location: '〒682-0954 鳥取県倉吉市谷605-33',
    hq_country: 'JP',
    locations: ['〒682-0954 鳥取県倉吉市谷605-33'],
    states: ['JP-31'],
    org_registers: { nta: 'Registered' },
  });
});

describe('files', () => {
  const line = (number: string) => `1,${number},01,0,2018-05-11,,"表ソ",,301${',x'.repeat(14)},1${','.repeat(5)},0`;
  const namesIn = (bytes: Buffer) => {
    const reader = source.format.open();
    const rows = [...reader.take(bytes), ...reader.end()].map(({ row }) => row);
    return rows.map((row) => (row instanceof Reject ? row.reason : row.name));
  };

  test('a summary before the rows of a delta file is not a row', () => {
    expect(namesIn(Buffer.from(`2026-01-30,1,1,1\n${line(jcnOf(1))}\n`))).toEqual(['表ソ']);
  });

  test('Shift_JIS gives the same names as Unicode', () => {
    const [head, tail] = line(jcnOf(1)).split('表ソ') as [string, string];
    const bytes = Buffer.concat([Buffer.from(head), Buffer.from('955c835c', 'hex'), Buffer.from(`${tail}\r\n`)]);
    expect(namesIn(bytes)).toEqual(['表ソ']);
    expect(namesIn(Buffer.from(`${line(jcnOf(1))}\n`))).toEqual(['表ソ']);
  });

  test('delta files can be imported as such', () => {
    expect(source.deltas).toBe(true);
  });
});

describe('names', () => {
  test('full-width letters become normal width, and the English name is kept with the Japanese name', () => {
    expect(outcomeOf({ name: '株式会社ＫＥＳＴＲＥＬ　１', enName: 'Kestrel Co., Ltd.' })).toMatchObject({
      name: '株式会社KESTREL 1',
      trading_names: ['Kestrel Co., Ltd.'],
    });
  });

  test('a row without one is rejected with its key', () => {
    expect(outcomeOf({ name: '　' })).toEqual(new Reject('name is empty', jcnOf(1)));
  });
});

describe('entries that are not current', () => {
  test('a superseded entry is skipped', () => {
    for (const latest of ['0', '']) expect(outcomeOf({ latest })).toEqual(new Skip('superseded entry'));
    expect(outcomeOf({ latest: '0', hihyoji: '1' })).toEqual(new Skip('superseded entry'));
  });

  test('a withdrawn or hidden number removes its company', () => {
    const removal = { type: 'company', key: jcnOf(1), removed: true };
    expect(outcomeOf({ hihyoji: '1' })).toEqual(removal);
    expect(source.toRecord(rowOf({ corporateNumber: jcnOf(1), process: '99' }), new Set())).toEqual(removal);
  });

  test('a wrong number is rejected', () => {
    expect(outcomeOf({ corporateNumber: '2010001119515' })).toEqual(
      new Reject('corporateNumber: check digit does not match'),
    );
  });
});

describe('status', () => {
  test.each([
    ['', '', 'Registered'],
    ['2020-03-31', '01', 'Closed after liquidation 2020-03-31'],
    ['2020-03-31', '11', 'Closed by merger 2020-03-31'],
    ['2020-03-31', '21', 'Closed by the registrar 2020-03-31'],
    ['2020-03-31', '', 'Closed 2020-03-31'],
    ['some day', '', 'Closed'],
  ])('closed %j because of %j: %s', (closeDate, closeCause, label) => {
    expect(outcomeOf({ closeDate, closeCause }).org_registers).toEqual({ nta: label });
  });

  test('the successor of a merged company is not its own number', () => {
    const merged = outcomeOf({ closeDate: '2020-03-31', closeCause: '11', successorCorporateNumber: jcnOf(2) });
    expect(merged.identifiers).toEqual({ jcn: jcnOf(1) });
    expect(JSON.stringify(merged)).not.toContain(jcnOf(2));
  });
});

test.each([
  ['101', 'Government Agency'],
  ['201', 'Government Agency'],
  ['301', undefined],
  ['302', 'Private Company'],
  ['303', 'Partnership'],
  ['304', 'Partnership'],
  ['305', 'Private Company'],
  ['399', undefined],
  ['401', 'Foreign Branch'],
  ['499', undefined],
])('the kind %s is the type %s', (kind, type) => {
  expect(outcomeOf({ kind }).company_type).toBe(type);
});

describe('places', () => {
  test('a foreign company has its headquarters at its given address, and a location here', () => {
    const foreign = outcomeOf({ kind: '401', addressOutside: 'オーストラリア国１２番' });
    expect(foreign).toMatchObject({ hq_location: 'オーストラリア国12番', states: ['JP-31'] });
    expect(foreign).not.toHaveProperty('hq_country');
  });

  test.each([
    ['01', ['JP-01']],
    ['1', ['JP-01']],
    ['47', ['JP-47']],
    ['99', undefined],
    ['', undefined],
  ])('the prefecture %j is %j', (prefectureCode, states) => {
    expect(outcomeOf({ prefectureCode }).states).toEqual(states);
  });

  test('an invalid postal code is omitted', () => {
    expect(outcomeOf({ postCode: '68209' }).hq_location).toBe('鳥取県倉吉市谷605-33');
  });
});
