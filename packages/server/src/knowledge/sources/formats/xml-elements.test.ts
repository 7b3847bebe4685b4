import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { heldBytes } from '../../../../../testing/src/processes/held-bytes.ts';
import { Reject } from '../row-outcome.ts';
import { type Placed, UnreadableFile } from './format.ts';
import { xmlElements } from './xml-elements.ts';

const format = xmlElements({ parts: /\.xml$/i, root: 'Transfer', element: 'ABR' });

/** Reads a file that comes in pieces of a size. */
function read(file: string | Buffer, size = 1 << 16): Placed<string>[] {
  const bytes = Buffer.from(file);
  const reader = format.open();
  const rows: Placed<string>[] = [];
  for (let at = 0; at < bytes.length; at += size) rows.push(...reader.take(Buffer.from(bytes.subarray(at, at + size))));
  return [...rows, ...reader.end()];
}
const rowsOf = (file: string | Buffer, size?: number) => read(file, size).map(({ row }) => row);
const faultOf = (file: string | Buffer) => rowsOf(file).map((row) => (row instanceof Reject ? row.reason : row));
const inRoot = (content: string) => `<?xml version="1.0"?><Transfer error="none">${content}</Transfer>`;

const awkward = `\uFEFF<?xml version="1.0"?>
<!-- <Transfer> <ABR>no</ABR> -->
<Transfer error="none"><TransferInfo><RecordCount>961800</RecordCount></TransferInfo>      \r
   \n\n<ABR a="1">é €</ABR><ABR>two
lines</ABR
>
<!-- <ABR>no</ABR> --><?pi <ABR>no</ABR> ?>
<ABRX>no</ABRX><ABR/><ABR><!-- </ABR> --><x/><![CDATA[</ABR>]]></ABRX></ABR>
<ABR>last</ABR></Transfer>
<!-- </Transfer> -->
`;
const awkwardRows = [
  { line: 6, row: '<ABR a="1">é €</ABR>' },
  { line: 6, row: '<ABR>two\nlines</ABR\n>' },
  { line: 10, row: '<ABR/>' },
  { line: 10, row: '<ABR><!-- </ABR> --><x/><![CDATA[</ABR>]]></ABRX></ABR>' },
  { line: 11, row: '<ABR>last</ABR>' },
];

describe('splitting', () => {
  test('each element is a row, with the line on which it begins', () => {
    expect(read(awkward)).toEqual(awkwardRows);
  });

  test('however the file is split', () => {
    for (let size = 1; size <= 80; size += 1) expect(read(awkward, size), `pieces of ${size}`).toEqual(awkwardRows);
    const bytes = Buffer.from(awkward);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const reader = format.open();
      const rows = [...reader.take(bytes.subarray(0, cut)), ...reader.take(bytes.subarray(cut)), ...reader.end()];
      expect(rows, `cut at ${cut}`).toEqual(awkwardRows);
    }
  });

  test('lines are counted however long and short they are', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 20 }), fc.integer({ min: 1, max: 300 }), (gaps, size) => {
        const file = inRoot(
          gaps.map((gap) => `${' '.repeat(gap % 7)}${'\n'.repeat(gap)}<ABR>${'x'.repeat(gap)}\n</ABR>`).join(''),
        );
        let line = 1;
        const lines = gaps.map((gap) => {
          line += gap + 1;
          return line - 1;
        });
        expect(read(file, size).map((row) => row.line)).toEqual(lines);
      }),
    );
  });

  test('what is kept for the next piece is a copy: the piece can be reused', () => {
    const reader = format.open();
    const piece = Buffer.from('<Transfer><ABR>one</ABR><ABR>tw');
    reader.take(piece);
    piece.fill('!');
    expect(reader.take(Buffer.from('o</ABR></Transfer>'))).toEqual([{ line: 1, row: '<ABR>two</ABR>' }]);
  });

  test('a file without rows has none', () => {
    expect(read('<Transfer></Transfer>')).toEqual([]);
  });
});

describe('a broken element does not affect others', () => {
  const good = '<ABR>good</ABR>';

  test('longer than 1 MiB', () => {
    const long = `<ABR>${'<!'.repeat(600_000)}</ABR>`;
    expect(faultOf(inRoot(`${long}\n${good}`))).toEqual(['longer than 1 MiB', good]);
    expect(read(inRoot(`\n${long}\n${good}`), 1 << 20).map(({ line }) => line)).toEqual([2, 3]);
  });

  test('exactly 1 MiB is still a row', () => {
    const row = `<ABR>${'x'.repeat(1024 * 1024 - 11)}</ABR>`;
    expect(rowsOf(inRoot(row + good), 10_000)).toEqual([row, good]);
    expect(faultOf(inRoot(row.replace('x', 'xx') + good))).toEqual(['longer than 1 MiB', good]);
  });

  test('a long one is not kept in memory', () => {
    const reader = format.open();
    reader.take(Buffer.from('<Transfer><ABR>'));
    const piece = Buffer.alloc(1 << 20, 'x');
    const before = heldBytes();
    for (let i = 0; i < 300; i += 1) expect(reader.take(piece)).toEqual([]);
    expect(heldBytes() - before).toBeLessThan(100 * 1024 * 1024);
    expect(reader.take(Buffer.from(`</ABR>${good}</Transfer>`))).toHaveLength(2);
  });

  test('not UTF-8', () => {
    const file = Buffer.concat([
      Buffer.from('<Transfer><ABR>'),
      Buffer.from([0xe9]),
      Buffer.from(`</ABR>${good}</Transfer>`),
    ]);
    expect(faultOf(file)).toEqual(['not UTF-8', good]);
  });

  test('with a NUL character', () => {
    expect(faultOf(inRoot(`<ABR>a\0b</ABR>${good}`))).toEqual(['contains a NUL character', good]);
  });
});

describe('a file with another layout is rejected', () => {
  test.each([
    ['', /is empty/],
    [' \n ', /is empty/],
    ['<?xml version="1.0"?>', /is empty/],
    ['<Transfers></Transfers>', /does not begin with <Transfer>/],
    ['<html><Transfer></Transfer></html>', /does not begin with <Transfer>/],
    ['ABN,Name\n1,2', /does not begin with <Transfer>/],
    ['PK\u0003\u0004', /does not begin with <Transfer>/],
    ['<!DOCTYPE Transfer [<!ENTITY a "aaaa">]><Transfer></Transfer>', /declares a document type/],
    [
      '<?xml version="1.0"?>\n<!DOCTYPE Transfer SYSTEM "http://localhost/x.dtd"><Transfer></Transfer>',
      /declares a document type/,
    ],
    ['<Transfer><ABR>1</ABR>', /ends before <\/Transfer>, so it may be incomplete/],
    ['<Transfer><ABR>1</ABR><ABR>2', /ends before <\/Transfer>/],
    ['<Transfer><ABR>1</ABR></Transf', /ends before <\/Transfer>/],
    ['<Transfer><ABR>1</ABR></Transfer', /ends before <\/Transfer>/],
    ['<Transfer><!-- </Transfer>', /ends before <\/Transfer>/],
    ['<Transfer></Transfer><Transfer></Transfer>', /continues after <\/Transfer>/],
  ])('%j', (file, message) => {
    for (const size of [1, 7, 1000]) {
      expect(() => read(file, size)).toThrow(UnreadableFile);
      expect(() => read(file, size)).toThrow(message);
    }
  });

  test('at its first byte, not at its last', () => {
    expect(() => format.open().take(Buffer.from('x'.repeat(100)))).toThrow(UnreadableFile);
  });
});
