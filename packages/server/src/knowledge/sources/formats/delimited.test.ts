import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { heldBytes } from '../../../../../testing/src/processes/held-bytes.ts';
import { Reject } from '../row-outcome.ts';
import { delimited } from './delimited.ts';
import { UnreadableFile } from './format.ts';

const columns = ['name', 'number'] as const;
const plain = delimited({ separator: '\t', quotes: false, columns });
const quoted = delimited({ separator: ',', quotes: true, columns });

type Shown = [line: number, row: string[] | string];

/** The rows of a file that comes in these pieces: cells, or the reason of a rejection. */
function read(format: typeof plain, ...pieces: (string | Buffer)[]): Shown[] {
  const reader = format.open();
  const rows = pieces.flatMap((piece) => reader.take(Buffer.from(piece as string)));
  return [...rows, ...reader.end()].map(({ line, row }) => [
    line,
    row instanceof Reject ? row.reason : [row.name, row.number],
  ]);
}

const tooLarge = 'x'.repeat(1024 * 1024 + 1);

describe.each([
  ['plain', plain, '\t'],
  ['quoted', quoted, ','],
] as const)('a %s table', (_, format, separator) => {
  const header = `name${separator}number\n`;
  const row = (...cells: string[]) => `${cells.join(separator)}\n`;

  test('is read with or without a byte order mark, with LF or CRLF, and with or without a last line end', () => {
    const text = header + row('a', '1') + row('b', '2');
    const expected = [
      [2, ['a', '1']],
      [3, ['b', '2']],
    ];
    for (const variant of [text, `\ufeff${text}`, text.replaceAll('\n', '\r\n'), text.trimEnd()]) {
      expect(read(format, variant)).toEqual(expected);
    }
  });

  test('may have its columns in another order, padded, and further columns', () => {
    const text = row(' number ', 'more', 'name') + row('1', '', 'a');
    expect(read(format, text)).toEqual([[2, ['a', '1']]]);
  });

  test('keeps spaces inside cells, and skips blank lines', () => {
    expect(read(format, `\n${header}\r\n${row(' a ', '')}\n`)).toEqual([[4, [' a ', '']]]);
  });

  test('with only a header has no rows', () => {
    expect(read(format, header)).toEqual([]);
  });

  test('without a line is rejected', () => {
    for (const text of ['', '\ufeff', '\n\r\n']) expect(() => read(format, text)).toThrow('The file is empty');
  });

  test('that lacks a column is rejected with the names of what is missing and what is there', () => {
    const many = Array.from({ length: 30 }, (_, n) => `c${n}`);
    expect(() => read(format, row('name', ...many))).toThrow(
      /lacks "number"; it has "name", "c0", .*"c8" and 21 more\./,
    );
    expect(() => read(format, row('x'.repeat(999), 'number'))).toThrow(UnreadableFile);
    expect(() => read(format, `${tooLarge}\n`)).toThrow('The header cannot be read: longer than 1 MiB');
    expect(() => read(format, Buffer.from(`\ufeff${header}`, 'utf16le'))).toThrow(UnreadableFile);
  });

  test('rejects rows with a wrong number of columns, with their lines, and reads the others', () => {
    const text = header + row('a') + row('b', '2') + row('c', '3', '4');
    expect(read(format, text)).toEqual([
      [2, 'has 1 columns instead of 2'],
      [3, ['b', '2']],
      [4, 'has 3 columns instead of 2'],
    ]);
  });

  test('rejects rows that are not UTF-8 or contain a NUL; a replacement character is data', () => {
    const broken = Buffer.concat([Buffer.from(`${header}a`), Buffer.from([0xff]), Buffer.from(`${separator}1\n`)]);
    const rest = row('b\0', '2') + row('\ufffd', '3');
    expect(read(format, broken, rest)).toEqual([
      [2, 'not UTF-8'],
      [3, 'contains a NUL character'],
      [4, ['\ufffd', '3']],
    ]);
  });

  test('rejects a line of more than 1 MiB, however it is split, and reads the next line', () => {
    const pieces = [tooLarge.slice(0, 500_000), tooLarge.slice(500_000), row('', '1'), row('b', '2')];
    for (const given of [pieces, [pieces.join('')]]) {
      expect(read(format, header, ...given)).toEqual([
        [2, 'longer than 1 MiB'],
        [3, ['b', '2']],
      ]);
    }
    expect(read(format, header, tooLarge)).toEqual([[2, 'longer than 1 MiB']]);
  });

  test('may arrive in a buffer that is reused for the next piece', () => {
    const reader = format.open();
    const bytes = Buffer.from(`${header}abc`);
    reader.take(bytes);
    bytes.fill('?');
    expect(reader.take(Buffer.from(`${separator}1\n`))).toEqual([{ line: 2, row: { name: 'abc', number: '1' } }]);
  });

  test('does not keep an endless line in memory', () => {
    const reader = format.open();
    reader.take(Buffer.from(header));
    const piece = Buffer.alloc(1024 * 1024, 'x');
    global.gc?.();
    const before = heldBytes();
    for (let n = 0; n < 200; n++) reader.take(piece);
    expect(heldBytes() - before).toBeLessThan(20 * 1024 * 1024);
    expect(reader.end()).toHaveLength(1);
  });
});

describe('without quotes', () => {
  test('quotes and backslashes are data', () => {
    expect(read(plain, 'name\tnumber\n"a\t\\"1\\\n')).toEqual([[2, ['"a', '\\"1\\']]]);
  });
});

describe('with quotes', () => {
  const text = 'name,number\r\n"a, ""b""\r\n\r\nü",1\r\nc,"2"\r\n"",""\r\n5" pipe,3\r\n';
  const rows = [
    [2, ['a, "b"\n\nü', '1']],
    [5, ['c', '2']],
    [6, ['', '']],
    [7, ['5" pipe', '3']],
  ];

  test('cells may contain separators, quotes and line breaks; a row has the line on which it begins', () => {
    expect(read(quoted, text)).toEqual(rows);
  });

  test('text after a closing quote is rejected, and the next row read', () => {
    expect(read(quoted, 'name,number\n"a"b,1\nc,2\n')).toEqual([
      [2, 'text between a closing quote and the separator'],
      [3, ['c', '2']],
    ]);
  });

  test('a row with a later line that is not UTF-8 is rejected as a whole', () => {
    const broken = Buffer.concat([Buffer.from('name,number\n"a\n'), Buffer.from([0xff]), Buffer.from('",1\nc,2\n')]);
    expect(read(quoted, broken)).toEqual([
      [2, 'not UTF-8'],
      [4, ['c', '2']],
    ]);
  });

  test('a quote that is never closed makes the file unreadable: the rows after it are lost', () => {
    const line = 'The quote that opens on line 3 is not closed';
    expect(() => read(quoted, 'name,number\na,1\nb,"2\nc,3\n')).toThrow(`${line} before the end of the file`);
    const reader = quoted.open();
    reader.take(Buffer.from('name,number\na,1\nb,"2\n'));
    const rest = Buffer.from('c,3\n'.repeat(1000));
    expect(() => {
      for (let n = 0; n < 300; n++) reader.take(rest);
    }).toThrow(`${line} within 1 MiB`);
    expect(() => read(quoted, 'name,number\na,1\nb,"2\n', tooLarge, '\n')).toThrow(`${line} within 1 MiB`);
  });

  test('a well-formed table is read as an independent parser reads it', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'ü', ' ') });
    const quote = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
    const table = fc.array(fc.tuple(cell, cell), { maxLength: 5 });
    fc.assert(
      fc.property(table, fc.nat(20), (given, cut) => {
        const file = ['name,number', ...given.map((cells) => cells.map(quote).join(','))].join('\n');
        const bytes = Buffer.from(file);
        const found = read(quoted, bytes.subarray(0, cut), bytes.subarray(cut)).map(([, row]) => row);
        expect(found).toEqual(parse(file, { from_line: 2 }));
      }),
    );
  });

  test.each([
    ['plain', plain, text.replaceAll(',', '\t')],
    ['quoted', quoted, text],
  ] as const)('a %s table is read the same however it is split', (_, format, file) => {
    const bytes = Buffer.from(`\ufeff${file}`);
    const whole = read(format, bytes);
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(read(format, bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(whole);
    }
    expect(read(format, ...Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(whole);
  });
});

describe('the columns of a table', () => {
  const format = delimited({
    separator: ',',
    quotes: true,
    columns: ['name', 'town'],
    optional: ['detail'],
    otherNames: { town: ['city', 'Ort'], detail: ['more'] },
  });
  const rowsOf = (text: string) => {
    const reader = format.open();
    return [...reader.take(Buffer.from(text)), ...reader.end()].map(({ row }) => row);
  };

  test('may have other names', () => {
    const expected = [{ name: 'a', town: 'b', detail: 'c' }];
    expect(rowsOf('name,town,detail\na,b,c\n')).toEqual(expected);
    expect(rowsOf('Ort,more,name\nb,c,a\n')).toEqual(expected);
  });

  test('are empty if they are optional and the file lacks them', () => {
    expect(rowsOf('name,city\na,b\n')).toEqual([{ name: 'a', town: 'b', detail: '' }]);
  });

  test('that are missing are named by their first name', () => {
    expect(() => rowsOf('name,place\na,b\n')).toThrow('The header lacks "town"; it has "name", "place".');
  });
});

describe('a table of several layouts', () => {
  const format = delimited(
    { separator: ',', quotes: 'backslash', columns: ['id', 'name'] },
    { separator: ',', quotes: true, columns: ['name', 'number'] },
  );
  const rowsOf = (text: string) => {
    const reader = format.open();
    return [...reader.take(Buffer.from(text)), ...reader.end()].map(({ row }) => row);
  };

  test('has the first layout whose columns are in the header, and that layout’s quotes', () => {
    expect(rowsOf('\nname,id\n"a \\"b\\"",1\n')).toEqual([{ id: '1', name: 'a "b"' }]);
    expect(rowsOf('number,name\n1,"a\\"\n')).toEqual([{ name: 'a\\', number: '1' }]);
    expect(rowsOf('number,name')).toEqual([]);
  });

  test('with none of them is rejected with the columns that the nearest layout needs', () => {
    expect(() => rowsOf('number,other\n')).toThrow('The header lacks "name"; it has "number", "other".');
  });
});

describe('with backslashes', () => {
  const escaped = delimited({ separator: ',', quotes: 'backslash', columns });

  test('a quote inside follows a backslash or is doubled; before anything else a backslash is data', () => {
    const text = 'name,number\n"a \\"b\\"",1\n"c\\\\",2\n"d ""e""",3\n"f\\g\\",\nh",4\n5\\,6\\"\n"\\\\\\"",7\n';
    expect(read(escaped, text)).toEqual([
      [2, ['a "b"', '1']],
      [3, ['c\\', '2']],
      [4, ['d "e"', '3']],
      [5, ['f\\g",\nh', '4']],
      [7, ['5\\', '6\\"']],
      [8, ['\\"', '7']],
    ]);
  });

  test('a well-formed table is read as an independent parser reads it, however it is split', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\\', ' ') });
    const quote = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`;
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), fc.nat(30), (given, cut) => {
        const file = ['name,number', ...given.map((cells) => cells.map(quote).join(','))].join('\n');
        const bytes = Buffer.from(file);
        const found = read(escaped, bytes.subarray(0, cut), bytes.subarray(cut)).map(([, row]) => row);
        expect(found).toEqual(given);
        expect(found).toEqual(parse(file, { from_line: 2, escape: '\\' }));
      }),
    );
  });
});

describe('without a header', () => {
  const unnamed = delimited({ separator: ',', quotes: true, columns, unnamed: { summaryCells: 3 } });

  test('every line is a row', () => {
    expect(read(unnamed, '\ufeffa,1\nb,2\n')).toEqual([
      [1, ['a', '1']],
      [2, ['b', '2']],
    ]);
  });

  test('a first line about the file is not a row, and a later line like it is rejected', () => {
    expect(read(unnamed, '2026-01-30,1,1\na,1\nx,y,z\n')).toEqual([
      [2, ['a', '1']],
      [3, 'has 3 columns instead of 2'],
    ]);
    expect(read(unnamed, '2026-01-30,0,1\n')).toEqual([]);
  });

  test('another layout is rejected by its first line; a broken first line is a broken row', () => {
    expect(() => read(unnamed, 'a,1,2,3\n')).toThrow('The first line has 4 columns instead of 2.');
    expect(read(unnamed, '"a"b,1\nc,2\n')).toEqual([
      [1, 'text between a closing quote and the separator'],
      [2, ['c', '2']],
    ]);
  });
});
