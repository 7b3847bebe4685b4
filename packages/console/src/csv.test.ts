import { expect, test } from 'vitest';
import { CsvReader, formatCell, formatRow, separatorOf } from './csv.ts';

const readAll = (text: string, separator = ',', piece = text.length): string[][] => {
  const reader = new CsvReader(separator);
  const rows: string[][] = [];
  for (let at = 0; at < text.length; at += piece) rows.push(...reader.read(text.slice(at, at + piece)));
  return [...rows, ...reader.end()];
};

test.each([
  ['=1+1', "'=1+1"],
  ['+61 2 5550 1001', "'+61 2 5550 1001"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', `"'\tx"`],
  [' =1', `' =1`],
  ['＝1', "'＝1"],
  ['\u200b=1', "'\u200b=1"],
  ['Tern;=1', '"Tern;=1"'],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['Tern, Gull & Co', '"Tern, Gull & Co"'],
  ['Tern', 'Tern'],
  [-5, '-5'],
  [null, ''],
  [undefined, ''],
])('the cell %j is written as %j', (value, text) => {
  expect(formatCell(value)).toBe(text);
});

test('a row that was written is read again', () => {
  const cells = ['a "quoted" word', 'two\nlines', 'plain', '', 'x,y'];
  expect(readAll(formatRow(cells))).toEqual([cells]);
});

test('text that is cut anywhere gives the same rows', () => {
  const text = 'name,city\r\n"Tern ""T"" Co","Perth, WA"\r\n"two\r\nlines",x\r\n\r\nlast,row';
  const expected = [
    ['name', 'city'],
    ['Tern "T" Co', 'Perth, WA'],
    ['two\r\nlines', 'x'],
    ['last', 'row'],
  ];
  for (const piece of [1, 2, 3, 7, text.length]) expect(readAll(text, ',', piece)).toEqual(expected);
});

test.each([
  ['a,b,c\n1;2', ','],
  ['a;b;c\n1,2,3,4', ';'],
  ['a\tb', '\t'],
  ['only', ','],
])('the separator of %j is %j', (text, separator) => {
  expect(separatorOf(text)).toBe(separator);
});
