import { expect, test } from 'vitest';
import { foldText, normalizeTitle } from './normalize.ts';

test.each([
  ['C.E.O., Sr. Mgr', 'ceo / senior manager'],
  ['Phó giám đốc', 'pho giam doc'],
  ['Giám đốc kiêm Kế toán trưởng', 'giam doc / ke toan truong'],
  ['Trưởng ban kiểm soát', 'truong ban kiem soat'],
  ['取締役CFO', '取締役 cfo'],
  ['社長兼CEO', '社長 / ceo'],
  ['Sales & Marketing', 'sales and marketing'],
  ['Non-Executive Director', 'non executive director'],
  ['Director - Finance', 'director / finance'],
  ['Manager at Kestrel & Vane', 'manager'],
  ['CTO @ Kestrel / Founder', 'cto / founder'],
  ['Head of “Growth” ™', 'head of growth tm'],
  ['& Manager /', 'manager'],
  ['Andrologist', 'andrologist'],
  ['ผู้จัดการ', 'ผู้จัดการ'],
])('%s reads as %s', (title, normal) => {
  expect(normalizeTitle(title)).toBe(normal);
});

test('only the first 200 characters count, and none is cut in half', () => {
  expect(normalizeTitle(`${'x'.repeat(199)}𠮷野家`)).toBe(`${'x'.repeat(199)} 𠮷`);
});

test('Latin accents are removed, kana and Thai marks stay', () => {
  expect(foldText('ĐẶNG Œuvre Straße Łódź İSTANBUL')).toBe('dang oeuvre strasse lodz istanbul');
  expect(foldText('ガ')).toBe('ガ');
  expect(foldText('ที่')).toBe('ที่');
});
