import { expect, test } from 'vitest';
import { Reject } from '../row-outcome.ts';
import { UnreadableFile } from './format.ts';
import { jsonLines } from './json-lines.ts';

const format = jsonLines(['name', 'founded']);

function read(file: string, size = 1 << 16): [line: number, row: string[] | string][] {
  const bytes = Buffer.from(file);
  const reader = format.open();
  const rows = [];
  for (let at = 0; at < bytes.length; at += size) rows.push(...reader.take(bytes.subarray(at, at + size)));
  return [...rows, ...reader.end()].map(({ line, row }) => [
    line,
    row instanceof Reject ? row.reason : [row.name, row.founded],
  ]);
}

test('a line is a row with its number: numbers become text, null and missing values are empty', () => {
  const file = '\ufeff{"name":"é, \\"b\\"","founded":1911}\r\n\n{"founded":null,"more":1,"name":"c"}\n{"name":"d"}';
  const rows = [
    [1, ['é, "b"', '1911']],
    [3, ['c', '']],
    [4, ['d', '']],
  ];
  for (const size of [1, 7, 1000]) expect(read(file, size)).toEqual(rows);
});

test('a broken line does not affect others', () => {
  const lines = ['{"name":', '[]', 'null', '{"other":1}', '{"name":"a\\u0000"}', '{"name":"b"}'];
  expect(read(lines.join('\n')).map(([, row]) => row)).toEqual([
    'not valid JSON',
    'not a JSON object',
    'not a JSON object',
    'has none of the names of this source',
    'contains a NUL character',
    ['b', ''],
  ]);
});

test('a name that every object inherits is not a column', () => {
  const reader = jsonLines(['constructor', 'name']).open();
  expect(reader.take(Buffer.from('{"name":"a"}\n'))).toEqual([{ line: 1, row: { constructor: '', name: 'a' } }]);
});

test('a file without a line is rejected', () => {
  for (const file of ['', '\n \n']) expect(() => read(file)).toThrow(UnreadableFile);
});
