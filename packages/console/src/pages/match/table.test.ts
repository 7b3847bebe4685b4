import { expect, test } from 'vitest';
import { decode, maxRows, readTable } from './table.ts';

test('a table has a header and rows', async () => {
  expect(await readTable('a.csv', 'name;city\nTern;"Perth; WA"\n')).toEqual({
    name: 'a.csv',
    header: ['name', 'city'],
    rows: [['Tern', 'Perth; WA']],
    omitted: 0,
  });
});

test('rows beyond the limit are counted, not lost silently', async () => {
  const text = `name\n${'Tern\n'.repeat(maxRows + 5)}`;
  const { rows, omitted } = await readTable('a.csv', text);
  expect([rows.length, omitted]).toEqual([maxRows, 5]);
});

test.each(['', 'name', 'name\n'])('the text %j is no table', async (text) => {
  await expect(readTable('a.csv', text)).rejects.toThrow('headers');
});

test.each([
  [new TextEncoder().encode('Café'), 'Café'],
  [Uint8Array.of(0x43, 0x61, 0x66, 0xe9), 'Café'],
  [Uint8Array.of(0xff, 0xfe, 0x43, 0x00), 'C'],
])('bytes %j are the text %s', (bytes, text) => {
  expect(decode(bytes.buffer as ArrayBuffer)).toBe(text);
});
