import { expect, test } from 'vitest';
import { delimited } from './delimited.ts';
import { UnreadableFile } from './format.ts';
import { jsonLines } from './json-lines.ts';
import { either } from './one-of-formats.ts';

const columns = ['name'] as const;
const format = either(
  { '{': jsonLines(columns), otherwise: delimited({ separator: ',', quotes: true, columns }) },
  { parts: /\.(?:csv|json)$/, maxParts: 20_000 },
);

function read(file: string, size: number) {
  const bytes = Buffer.from(file);
  const reader = format.open();
  const rows = [];
  for (let at = 0; at < bytes.length; at += size) {
    const piece = Buffer.from(bytes.subarray(at, at + size));
    rows.push(...reader.take(piece));
    piece.fill('?');
  }
  return [...rows, ...reader.end()];
}

test.each([
  ['{"name":"é"}', 1],
  ['\ufeff \r\n\t{"name":"é"}\n', 2],
  ['name\né\n', 2],
  ['\ufeffname\r\né', 2],
  ['\n\nmore,name\n{,é', 4],
])('%j is read by the format of its first character, however it is split', (file, line) => {
  for (const size of [1, 2, 3, 7, 1000]) expect(read(file, size)).toEqual([{ line, row: { name: 'é' } }]);
});

test('an empty file is rejected by the last of the formats', () => {
  for (const file of ['', '\ufeff', ' \n', '\n']) expect(() => read(file, 1)).toThrow(UnreadableFile);
});

test('it says which parts of a zip it reads, and how many there may be', () => {
  expect(format.parts?.test('a.json')).toBe(true);
  expect(format.maxParts).toBe(20_000);
});
