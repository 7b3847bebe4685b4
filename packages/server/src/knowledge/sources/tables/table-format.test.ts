import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Reject } from '../row-outcome.ts';
import { type DelimitedTable, detectTable } from './detect-table.ts';
import { tableFormat } from './table-format.ts';

const folder = new URL('../../../../fixtures/own-files/', import.meta.url);
const fixture = (name: string) => readFileSync(new URL(name, folder));

/** Reads in chunks of this many bytes, so that every position is a chunk boundary once. */
function read(bytes: Buffer, piece = 7) {
  const table = detectTable(bytes);
  if (table.kind === 'parquet') throw new Error('not text');
  const reader = tableFormat(table).open();
  const rows = [];
  for (let at = 0; at < bytes.length; at += piece) rows.push(reader.take(bytes.subarray(at, at + piece)));
  rows.push(reader.end());
  return rows.flat().map(({ line, row }) => ({ line, row: row instanceof Reject ? row.reason : row }));
}
const readText = (text: string) => read(Buffer.from(text));

describe('encodings and separators', () => {
  test('a byte order mark, semicolons, doubled quotes and CRLF are supported', () => {
    const [first, second] = read(fixture('semicolon-bom.csv'));
    expect(first).toMatchObject({ line: 2, row: { Firma: 'Münchner Präzision', Mitarbeiter: '1,234' } });
    expect(second).toMatchObject({ line: 3, row: { Firma: 'Kestrel "K" Vane; Pty Ltd', Land: 'AU' } });
  });

  test.each([1, 2, 3, 1000])('CP1252 and Shift_JIS characters are decoded correctly in chunks of %i bytes', (piece) => {
    expect(read(fixture('western.csv'), piece)[0]?.row).toMatchObject({
      'Company Name': 'Café Müller',
      City: 'Zürich',
    });
    expect(read(fixture('japanese.csv'), piece)[0]?.row).toMatchObject({
      会社名: '株式会社やまびこ精工',
      都道府県: '東京都',
    });
  });

  test('the first non-ASCII character decides the encoding, however late it occurs', () => {
    const bytes = Buffer.from(`Name,City\n${'Plain,Perth\n'.repeat(30_000)}Caf\xe9,Perth\n`, 'latin1');
    const table = detectTable(bytes.subarray(0, 1000));
    if (table.kind !== 'delimited') throw new Error('not text');
    const reader = tableFormat(table).open();
    const rows = [...reader.take(bytes.subarray(0, 200_000)), ...reader.take(bytes.subarray(200_000)), ...reader.end()];
    expect(rows.at(-1)?.row).toEqual({ Name: 'Café', City: 'Perth' });
  });

  test('bytes that are invalid in the encoding reject only their own row', () => {
    const bytes = Buffer.concat([
      Buffer.from('Name,City\nCafé,Perth\nA'),
      Buffer.from([0xe9]),
      Buffer.from(',B\nC,D\n'),
    ]);
    const table = { ...detectTable(Buffer.from('Name,City\nCafé,Perth\n')), encoding: 'utf-8' as const };
    if (table.kind !== 'delimited') throw new Error('not text');
    const reader = tableFormat(table).open();
    const rows = [...reader.take(bytes), ...reader.end()];
    expect(rows.map(({ row }) => row instanceof Reject)).toEqual([false, true, false]);
  });

  test('lines before the header are not rows, and line numbers are those of the file', () => {
    expect(read(fixture('connections.csv')).map(({ line }) => line)).toEqual([6, 7]);
  });
});

test('an unclosed quote before the header rejects nothing', () => {
  expect(readText('"Report\nName,City\nA,"B"\nC,"D"\n').map(({ line, row }) => [line, row])).toEqual([
    [3, { Name: 'A', City: 'B' }],
    [4, { Name: 'C', City: 'D' }],
  ]);
});

describe('broken rows', () => {
  test('each broken row is rejected with its line number, and the others are read', () => {
    expect(
      read(fixture('ragged.csv')).map(({ line, row }) => [line, typeof row === 'string' ? row : row.Name]),
    ).toEqual([
      [2, 'Kestrel Vane'],
      [3, 'has 2 columns; the header has 3'],
      [4, 'has 4 columns; the header has 3'],
      [5, 'opens a quote that is not closed within 1 MiB'],
      [6, 'contains a NUL character'],
      [7, 'Banksia Tools'],
      [9, 'Quoll Media'],
    ]);
  });

  test('a file that omits empty cells at the end of rows is read', () => {
    expect(readText('Name,City,Phone\nA,B\nC,D\nE,F,1\n').map(({ row }) => row)[0]).toEqual({
      Name: 'A',
      City: 'B',
      Phone: '',
    });
  });

  test('an unclosed quote rejects one row of a long file', () => {
    const rows = read(Buffer.from(`Name,City\n"A,B\n${'Kestrel Vane,Perth\n'.repeat(100_000)}`), 65_536);
    expect([rows.length, rows.filter(({ row }) => typeof row === 'string').length]).toEqual([100_001, 1]);
  });

  test('a file with an unclosed quote on every line is rejected, and does not take hours', () => {
    expect(() => read(Buffer.from(`Name,City\n${`${'x'.repeat(99)}","\n`.repeat(50_000)}`), 65_536)).toThrow(
      'Too many rows have a quote',
    );
  });

  test('an endless line is one rejected row and is not kept in memory', () => {
    const table = detectTable(Buffer.from('Name,City\nA,B\n'));
    if (table.kind !== 'delimited') throw new Error('not text');
    const reader = tableFormat(table).open();
    reader.take(Buffer.from('Name,City\n'));
    const piece = Buffer.alloc(1 << 20, 'x');
    const before = process.memoryUsage().rss;
    for (let n = 0; n < 300; n++) reader.take(piece);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    const rows = [...reader.take(Buffer.from('\nA,B\n')), ...reader.end()];
    expect(rows.map(({ line, row }) => [line, row instanceof Reject])).toEqual([
      [2, true],
      [3, false],
    ]);
  });
});

test('NDJSON rows become flat text: arrays as lines, nested objects with dots, one level deep', () => {
  expect(read(fixture('companies.ndjson'))).toEqual([
    {
      line: 1,
      row: {
        name: 'Kestrel Vane',
        website: 'https://kestrelvane.com.au',
        employees: '35',
        industries: 'Mining\nTools',
        'address.city': 'Perth',
        public: '',
      },
    },
    { line: 2, row: 'not valid JSON' },
    { line: 3, row: { name: 'Brolga Freight', website: 'brolgafreight.com.au' } },
  ]);
});

describe('what a row of text loses', () => {
  const keep = (text: string) => {
    const table = detectTable(Buffer.from(text)) as DelimitedTable;
    const reader = tableFormat(table, true).open();
    return [...reader.take(Buffer.from(text)), ...reader.end()].map(({ given }) => given);
  };

  test('is kept if wanted: the object of a JSON line, and the cells of a rejected row', () => {
    expect(keep('{"name":"A","size":[1,{"x":null}]}\n')).toEqual([{ name: 'A', size: [1, { x: null }] }]);
    expect(keep('Name,City\nA,B\nC,D\nE,F\nG,H,I\n')).toEqual([undefined, undefined, undefined, ['G', 'H', 'I']]);
  });
});
