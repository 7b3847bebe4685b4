import { expect, test } from 'vitest';
import { describeMapping, type Trial } from './describe-mapping.ts';
import { mapColumns } from './map-columns.ts';

const header = ['First Name', 'E-mail', 'Website', 'Shoe\u001b[2J size'];
const trial: Trial = {
  file: 'people.csv',
  detected: {
    kind: 'delimited',
    encoding: 'ascii',
    separator: ';',
    lineEnd: '\n',
    headerLine: 4,
    header,
    dropsLastCells: false,
  },
  mapping: mapColumns(header, 'people', new Map()),
  records: Array.from({ length: 12 }, (_, n) => ({
    type: 'person',
    key: `k${n}`,
    email: 'avery@example.com',
    mobile: '0491570156',
  })),
  problems: Array.from({ length: 60 }, (_, n) => ({ line: n + 5, reason: 'country is missing' })),
  counts: { read: 72, usable: 12, rejected: 60 },
};
const text = describeMapping(trial);

test('the file, its columns and what becomes of each', () => {
  expect(text.split('\n').slice(0, 8)).toEqual([
    'people.csv: text in ASCII so far, separated by semicolon, header on line 4.',
    '',
    'Columns that are taken (2 of 4):',
    '  E-mail        → email (known header)',
    '  Website       → company.website (known header)',
    'Columns that are not:',
    "  First Name    → dropped: a person's name is never kept",
    '  Shoe [2J size → not taken',
  ]);
});

test('ten records, and nobody’s address or number', () => {
  expect(text.match(/"key":"k\d+"/g)).toHaveLength(10);
  expect(text).toContain('{"type":"person","key":"k0","email":"…","mobile":"…"}');
  expect(text).not.toMatch(/avery|0491/);
});

test('fifty problems with their lines, then how many more, then the sum', () => {
  expect(text.match(/line \d+: country is missing/g)).toHaveLength(50);
  expect(text).toContain('line 54: country is missing\n  and 10 more\n');
  expect(text).toContain('72 rows read = 12 usable + 60 rejected. Nothing was written.');
});

test('what must be mended stands above everything', () => {
  const mapping = mapColumns(['Position'], 'people', new Map());
  expect(describeMapping({ ...trial, mapping }).split('\n')[1]).toMatch(
    /^To mend: No column says where a person works/,
  );
});

test('a column whose name is an address or a number is not named', () => {
  const mapping = mapColumns(['Website', 'avery@example.com', '0491 570 156'], 'people', new Map());
  const shown = describeMapping({ ...trial, mapping });
  expect(shown.match(/\(not shown\) → not taken/g)).toHaveLength(2);
  expect(shown).not.toMatch(/avery|0491/);
});
