import { readFileSync } from 'node:fs';
import { departments, seniorities } from '@orgdex/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { titleClasses } from './classify.ts';
import { departmentRules } from './department-rules.ts';
import { seniorityRules } from './seniority-rules.ts';

type Labeled = { title: string; seniority: string; departments: string };

function readTitles(name: string): Labeled[] {
  const lines = readFileSync(new URL(`../../../../fixtures/titles/${name}.csv`, import.meta.url), 'utf8').split(
    /\r?\n/,
  );
  return lines
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const [, quoted, plain = '', levels = '', fields = ''] =
        /^(?:"((?:[^"]|"")*)"|([^",]*)),([\d|]+),([\d|]+)$/.exec(line) ?? [];
      return { title: quoted?.replaceAll('""', '"') ?? plain, seniority: levels, departments: fields };
    });
}

function given({ title }: Labeled): Labeled {
  const classes = titleClasses(title);
  return { title, seniority: classes.seniority.join('|'), departments: classes.departments.join('|') };
}

describe('labeled titles', () => {
  test('every labeled title gets its levels and departments, in order', () => {
    const titles = readTitles('labelled');
    expect(titles).toHaveLength(764);
    expect(titles.map(given)).toEqual(titles);
  });

  test('at least 216 of the 219 held-out titles are exact', () => {
    const titles = readTitles('heldout');
    expect(titles).toHaveLength(219);
    const exact = titles.filter((title) => JSON.stringify(given(title)) === JSON.stringify(title));
    expect(exact.length).toBeGreaterThanOrEqual(216);
  });
});

describe('guarantees', () => {
  test.each([null, '', '  ', '-', '...', 'n/a', '123', '※'])('%j has no data: 7 and 17', (title) => {
    expect(titleClasses(title)).toEqual({ seniority: [7], departments: [17] });
  });

  test.each([
    ['CEO & Founder', [3, 2], [1]],
    ['Sales & Marketing Manager', [5], [2, 11]],
    ['Former CEO', [7], [17]],
    ['Assistant to the CEO', [6], [4]],
    ['Vice € President', [4], [1]],
    ['“Director”', [1], [1]],
    ['Pho giam doc', [4], [1]],
    ['Phó giám đốc', [4], [1]],
  ])('%s', (title, seniority, fields) => {
    expect(titleClasses(title)).toEqual({ seniority, departments: fields });
  });

  test('case and compatibility forms change nothing', () => {
    expect(titleClasses('ＣＥＯ')).toEqual(titleClasses('ceo'));
    expect(titleClasses('ｴﾝｼﾞﾆｱ')).toEqual(titleClasses('エンジニア'));
  });

  test('any text gets known ids, none twice, and 17 only with 7', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (title) => {
        const classes = titleClasses(title);
        expect(classes.seniority.every((id) => id in seniorities)).toBe(true);
        expect(classes.departments.every((id) => id in departments)).toBe(true);
        expect(new Set(classes.departments).size).toBe(classes.departments.length);
        expect(classes.departments.includes(17)).toBe(classes.seniority.includes(7));
      }),
    );
  });

  test('only the first 200 characters of a long title are read', () => {
    for (const part of ['chief a ', 'head / ', 'director and ', 'former ', 'xologist']) {
      const long = part.repeat(20_000);
      expect(titleClasses(long)).toEqual(titleClasses(long.slice(0, 200)));
      expect(titleClasses(`${long}, Chief Executive Officer`)).toEqual(titleClasses(long));
    }
  });
});

test('every rule names a level or department of the contract and gives a reason', () => {
  expect(seniorityRules.every(({ id, why }) => id in seniorities && why !== '')).toBe(true);
  expect(departmentRules.every(({ id, why }) => id in departments && why !== '')).toBe(true);
});
