import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchWords, titleWords } from './words.ts';

const finds = (position: string, title: string): boolean => {
  const { words } = titleWords(title);
  const asked = searchWords(position);
  return asked.length > 0 && asked.every((word) => words.includes(word));
};

describe('an abbreviation and its long form are equal', () => {
  test.each([
    ['VP Sales', 'Vice President, Sales'],
    ['vp of sales', 'SALES, vice-president'],
    ['S.V.P.', 'Senior Vice President'],
    ['EVP', 'Executive Vice-President'],
    ['C.E.O.', 'Chief Executive Officer'],
    ['CFO', 'chief financial officer'],
    ['CHRO', 'Chief HR Officer'],
    ['HRBP', 'Human Resources Business Partner'],
    ['HR Mgr', 'Human Resources Manager'],
    ['Sr Ops Mgr', 'Senior Operations Manager'],
    ['R&D Dir.', 'Director, Research and Development'],
    ['M&A', 'Mergers & Acquisitions'],
    ['HoD', 'Head of the Department'],
    ['MD', 'Managing Director'],
    ['M.D., Sales', 'Managing Director for Sales'],
  ])('%s = %s', (short, long) => {
    expect(searchWords(short).toSorted()).toEqual(searchWords(long).toSorted());
    expect(titleWords(short).count).toBe(titleWords(long).count);
  });
});

describe('a title is found by a query', () => {
  test.each([
    ['ingenieur', 'Ingénieur logiciel', true],
    ['nhan su', 'Trưởng phòng nhân sự', true],
    ['GIAM DOC', 'Giám đốc kinh doanh', true],
    ['manager (operations)*', 'Manager (Operations)*', true],
    ['sal*', 'Sales Manager', false],
    ['部長', '営業部長', true],
    ['営業　部長', '営業部長', true],
    ['長部', '営業部長', false],
    ['長', '営業部長', true],
    ['役', '取締役CFO', true],
    ['cfo', '取締役CFO', true],
    ['ｴﾝｼﾞﾆｱ', 'ソフトウェアエンジニア', true],
    ['ター', 'アートディレクター', true],
    ['팀장', '영업팀장', true],
    ['การ', 'กรรมการผู้จัดการ', false],
    ['ผู้จัดการ', 'กรรมการผู้จัดการ', true],
    ['ผู้จัดการ', 'ผู้จัดการฝ่ายขาย', true],
    ['ฝ่ายขาย', 'ผู้จัดการฝ่ายขาย', true],
    ['จัดการ', 'ผู้จัดการประจำสาขา', true],
    ['การ', 'ผู้จัดการประจำสาขา', false],
    ['MD', 'MD, Cardiologist', false],
    ['Cardiologist MD', 'MD, Cardiologist', true],
  ])('%s in %s: %s', (position, title, found) => {
    expect(finds(position, title)).toBe(found);
  });
});

test('the length of a title is the number of its distinct words that count', () => {
  expect(titleWords('Head of Sales').count).toBe(2);
  expect(titleWords('Sales Sales Sales').count).toBe(1);
  expect(titleWords('営業部長')).toEqual({ words: ['営業', '業部', '部長', '営', '業', '部', '長'], count: 3 });
  expect(titleWords('長')).toEqual({ words: ['長'], count: 1 });
  expect(titleWords('長 部長')).toEqual({ words: ['長', '部長', '部'], count: 2 });
});

test.each(['', ' & ', '&', 'of the', '* ? ()', '・', '…', 'และ', '\u0301'])('%j contains no word', (position) => {
  expect(searchWords(position)).toEqual([]);
});

test('a query requires pairs of characters, and a single character only if it stands alone', () => {
  expect(searchWords('営業部長')).toEqual(['営業', '業部', '部長']);
  expect(searchWords('第1営業')).toEqual(['第', '1', '営業']);
});

const piece = fc.constantFrom(
  'VP',
  'Sales',
  '営業部長',
  'ผู้จัดการ',
  '팀장',
  'C.E.O.',
  'đốc',
  'MD',
  'doctor',
  '&',
  '-',
  'ー',
);
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(piece).map((pieces) => pieces.join(' ')),
);

test('every title with a word is found by itself, in any case', () => {
  fc.assert(
    fc.property(text, (title) => {
      const asked = searchWords(title);
      const { words, count } = titleWords(title);
      expect(asked.every((word) => words.includes(word))).toBe(true);
      expect(count).toBe(asked.length);
      expect(searchWords(title.normalize('NFD'))).toEqual(searchWords(title.normalize('NFC')));
    }),
  );
});

test('no word contains a space or punctuation', () => {
  fc.assert(fc.property(text, (title) => titleWords(title).words.every((word) => /^[\p{L}\p{M}\p{N}]+$/u.test(word))));
});
