import { describe, expect, test } from 'vitest';
import { fit, formatTable } from './table.ts';

const columns = [
  { title: 'name', cell: ([name]: readonly [string, number]) => name },
  { title: 'rows', right: true, cell: ([, rows]: readonly [string, number]) => String(rows) },
  { title: 'state', cell: () => 'done' },
];

describe('a table', () => {
  test('aligns text to the left and numbers to the right', () => {
    const rows = [
      ['crm', 7],
      ['au-abr', 12_345],
    ] as const;
    expect(formatTable(columns, rows).split('\n')).toEqual([
      'name     rows  state',
      'crm         7  done',
      'au-abr  12345  done',
    ]);
  });

  test('stays aligned with wide characters, combining marks and colors', () => {
    const rows = [
      ['株式会社', 1],
      ['Cafe\u0301', 2],
      ['\u001b[31mred\u001b[39m', 3],
    ] as const;
    expect(formatTable(columns, rows).split('\n').slice(1)).toEqual([
      '株式会社     1  done',
      'Cafe\u0301         2  done',
      '\u001b[31mred\u001b[39m          3  done',
    ]);
  });
});

describe('text from outside', () => {
  test('cannot move the cursor or break the line', () => {
    expect(fit('a\u001b[2Jb\nc', 20)).toBe('a [2Jb c');
  });

  test('is no wider than its column', () => {
    expect(fit('Kestrel & Vane', 8)).toBe('Kestrel…');
    expect(fit('株式会社', 5)).toBe('株式…');
    expect(fit('Kestrel', 7)).toBe('Kestrel');
  });
});
