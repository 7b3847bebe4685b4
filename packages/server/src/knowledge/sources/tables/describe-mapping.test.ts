import { expect, test } from 'vitest';
import { describeMapping, type Trial, toTrialEvent } from './describe-mapping.ts';
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
  problems: [
    { reason: 'country is missing', rejected: true, count: 60, lines: [5, 6, 7, 8, 9], values: [] },
    { reason: 'seniority: not a known level', rejected: false, count: 1, lines: [70], values: ['Guru'] },
  ],
  counts: { read: 72, usable: 12, rejected: 60 },
};
const text = describeMapping(trial);

test('shows the file, its columns and what each is mapped to', () => {
  expect(text.split('\n').slice(0, 8)).toEqual([
    'people.csv: semicolon-separated, ASCII, header on line 4',
    '',
    'Mapped columns (2 of 4):',
    '  E-mail  → email',
    '  Website → company.website',
    'Ignored columns:',
    '  First Name: names of people are never stored',
    '  Shoe [2J size',
  ]);
});

test('shows only the first hundred columns', () => {
  const names = Array.from({ length: 300 }, (_, n) => `c${n}`);
  const shown = describeMapping({ ...trial, mapping: mapColumns(['Website', ...names], 'people', new Map()) });
  expect(shown).toContain('  c99\n  and 200 more\n');
});

test('shows ten records, without email addresses or phone numbers of people', () => {
  expect(text.match(/"key":"k\d+"/g)).toHaveLength(10);
  expect(text).toContain('{"type":"person","key":"k0","email":"…","mobile":"…"}');
  expect(text).not.toMatch(/avery|0491/);
});

test('a position that may hold a contact value is not shown', () => {
  const person = { type: 'person' as const, key: 'k', position: 'CEO, call 0491 570 156' };
  const shown = describeMapping({ ...trial, records: [person] });
  expect(shown).toContain('"position":"…"');
  expect(JSON.stringify(toTrialEvent({ ...trial, records: [person] }))).not.toContain('0491');
});

test('shows problems by reason, rejected rows first, and the counts', () => {
  expect(text.split('\n').slice(-7)).toEqual([
    'Rejected rows:',
    '  60  country is missing (lines 5, 6, 7, 8, 9, …)',
    '',
    'Values left out (the rest of the row is imported):',
    '  1  seniority: not a known level (line 70), such as "Guru"',
    '',
    '72 rows read: 12 usable, 60 rejected. Nothing was imported.',
  ]);
});

test('shows what must be fixed first', () => {
  const mapping = mapColumns(['Position'], 'people', new Map());
  expect(describeMapping({ ...trial, mapping }).split('\n')[1]).toMatch(/^Problem: No column says which company/);
});

test('a column name that is an email address or a phone number is not shown', () => {
  const mapping = mapColumns(['Website', 'avery@example.com', '0491 570 156'], 'people', new Map());
  const shown = describeMapping({ ...trial, mapping });
  expect(shown.match(/^ {2}\(not shown\)$/gm)).toHaveLength(2);
  expect(shown).not.toMatch(/avery|0491/);
});
