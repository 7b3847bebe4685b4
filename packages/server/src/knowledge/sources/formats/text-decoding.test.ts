import { describe, expect, test } from 'vitest';
import { delimited } from './delimited.ts';
import { utf8OrShiftJis } from './text-decoding.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const plain = Buffer.from('2026-01-30');
const tottori = { utf8: Buffer.from('鳥取県'), shiftJis: hex('92b9 8ee6 8ca7') };
const broken = hex('ff');

const textsOf = (...lines: Buffer[]) => {
  const decode = utf8OrShiftJis();
  return lines.map((line) => decode(line).fault ?? decode(line).text);
};

describe('the first line that is not only ASCII decides the encoding', () => {
  test('of either kind', () => {
    expect(textsOf(plain, tottori.utf8)).toEqual(['2026-01-30', '鳥取県']);
    expect(textsOf(plain, tottori.shiftJis)).toEqual(['2026-01-30', '鳥取県']);
  });

  test('and a later line in another encoding is broken', () => {
    expect(textsOf(tottori.utf8, tottori.shiftJis, tottori.utf8)).toEqual(['鳥取県', 'not UTF-8', '鳥取県']);
    expect(textsOf(tottori.shiftJis, broken, tottori.shiftJis)).toEqual(['鳥取県', 'not Shift_JIS', '鳥取県']);
  });

  test('but not a line that is valid in none', () => {
    expect(textsOf(broken, tottori.shiftJis)).toEqual(['not UTF-8', '鳥取県']);
  });
});

test('characters that only the Shift_JIS of Windows has are read', () => {
  expect(textsOf(hex('878a 8740 8160 817c fbfc'))).toEqual(['㈱①～－髙']);
});

test('a second byte that looks like a backslash escapes nothing', () => {
  const columns = ['name', 'kana'] as const;
  // 表 and ソ end with the byte of a backslash and come before a quote.
  const row = Buffer.concat([hex('22 955c 22'), Buffer.from(','), hex('22 835c 22'), Buffer.from('\n')]);
  for (const quotes of [true, 'backslash'] as const) {
    const format = delimited({ separator: ',', quotes, columns, unnamed: { summaryCells: 1 }, japanese: true });
    for (let cut = 0; cut <= row.length; cut++) {
      const reader = format.open();
      const rows = [...reader.take(row.subarray(0, cut)), ...reader.take(row.subarray(cut)), ...reader.end()];
      expect(rows).toEqual([{ line: 1, row: { name: '表', kana: 'ソ' } }]);
    }
  }
});
