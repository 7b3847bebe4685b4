import { describe, expect, test } from 'vitest';
import { detectTable, headBytes } from './detect-table.ts';
import { checkColumnCount, mapColumns, maxColumns } from './map-columns.ts';

// At these sizes, work that grows with the square of the columns does not finish within the timeout of a test.
const manyColumns = 30_000;
const veryManyColumns = 200_000;

const headerOf = (names: readonly string[]) => {
  const table = detectTable(Buffer.from(`${names.join(',')}\n`).subarray(0, headBytes));
  return table.kind === 'delimited' ? table.header : [];
};

describe('the work for a wide table grows with its columns, not with their square', () => {
  test('when every column has another name', () => {
    const names = ['name', ...Array.from({ length: manyColumns }, (_, n) => `c${n}`)];
    expect(headerOf(names)).toEqual(names);
  });

  test('when every column has the same name', () => {
    const header = headerOf(Array<string>(manyColumns).fill('phone'));
    expect(header.slice(0, 3)).toEqual(['phone', 'phone (2)', 'phone (3)']);
    expect(header.at(-1)).toBe(`phone (${manyColumns})`);
  });

  test('when columns are mapped to fields', () => {
    const names = Array.from({ length: veryManyColumns }, (_, n) => `phone (${n + 2})`);
    const { columns, byField } = mapColumns(['name', ...names], 'companies', new Map());
    expect(columns).toHaveLength(veryManyColumns + 1);
    expect(byField.phones).toHaveLength(veryManyColumns);
  });
});

test('a column whose name equals a numbered name gets the next free number', () => {
  expect(headerOf(['name', 'name (2)', 'name', 'name (2)', 'name'])).toEqual([
    'name',
    'name (2)',
    'name (3)',
    'name (2) (2)',
    'name (4)',
  ]);
});

test('a table with more columns than a spreadsheet can have is rejected', () => {
  const columns = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`);
  expect(() => checkColumnCount(columns(maxColumns))).not.toThrow();
  expect(() => checkColumnCount(columns(maxColumns + 1))).toThrow(
    'The table has 16,385 columns; the limit is 16,384. Remove the columns you do not need and import the file again.',
  );
});

test('a header longer than the sample that is read for detection is rejected, not truncated', () => {
  const names = ['name', ...Array.from({ length: 12_000 }, (_, n) => `a rather long name of a column ${n}`)];
  expect(() => headerOf(names)).toThrow('The first line is longer than 256 KiB');
});
