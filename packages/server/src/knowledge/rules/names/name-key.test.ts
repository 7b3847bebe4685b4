import { supportedCountries } from '@orgdex/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initials, legalFormsOf } from './legal-forms.ts';
import { nameKey, nameSkeleton, namesNoCompany, readName } from './name-key.ts';

const key = nameKey;

describe('the same name, with its legal form written in any way', () => {
  test.each([
    [
      'AU',
      'kestrel vane',
      ['KESTREL VANE PTY LTD', 'Kestrel-Vane Pty. Limited', 'Kestrel Vane P/L', 'The Kestrel Vane Proprietary Ltd.'],
    ],
    [
      'AU',
      'kestrel vane',
      ['Kestrel Vane Pty', 'Kestrel Vane Limited', 'Kestrel Vane Incorporated', 'Kestrel Vane N.L.'],
    ],
    ['NZ', 'kestrel vane', ['Kestrel Vane Limited', 'Kestrel Vane Ltd.', 'KESTREL VANE TAPUI LIMITED']],
    [
      'SG',
      'kestrel vane',
      ['KESTREL VANE PTE. LTD.', 'Kestrel Vane Private Limited', 'Kestrel Vane Pte Limited', 'Kestrel Vane LLP'],
    ],
    [
      'MY',
      'kestrel vane',
      ['Kestrel Vane Sdn Bhd', 'KESTREL VANE SDN. BHD.', 'Kestrel Vane Sendirian Berhad', 'Kestrel Vane S/B'],
    ],
    [
      'ID',
      'kestrel vane',
      [
        'PT Kestrel Vane',
        'PT. KESTREL VANE Tbk.',
        'Kestrel Vane, PT',
        'P.T. Kestrel Vane (Persero) Tbk',
        'CV Kestrel Vane',
      ],
    ],
    [
      'PH',
      'kestrel vane',
      ['Kestrel Vane, Inc.', 'Kestrel Vane Corporation', 'Kestrel Vane Corp', 'Kestrel Vane Company, Incorporated'],
    ],
    ['HK', 'kestrel vane', ['Kestrel Vane Co., Ltd.', 'KESTREL VANE COMPANY LIMITED', 'Kestrel Vane Limited']],
    ['HK', '紅隼', ['紅隼有限公司', '紅隼股份有限公司', '紅隼 有限公司']],
    [
      'JP',
      '隼精機',
      [
        '株式会社隼精機',
        '隼精機株式会社',
        '㈱隼精機',
        '(株) 隼精機',
        '隼精機（株）',
        '有限会社 隼精機',
        '隼・精機合同会社',
      ],
    ],
    [
      'JP',
      'kestrel vane',
      [
        'Kestrel Vane Co., Ltd.',
        'Kestrel Vane K.K.',
        'KK Kestrel Vane',
        'Kestrel Vane Kabushiki Kaisha',
        'Ｋｅｓｔｒｅｌ Vane Inc.',
      ],
    ],
    [
      'VN',
      'canh dong xanh',
      [
        'Công ty TNHH Cánh Đồng Xanh',
        'CÔNG TY CỔ PHẦN CÁNH ĐỒNG XANH',
        'Công ty TNHH MTV Cánh Đồng Xanh',
        'Canh Dong Xanh JSC',
        'Cánh Đồng Xanh Co., Ltd',
        'Công ty Trách nhiệm Hữu hạn Một thành viên Cánh Đồng Xanh',
      ],
    ],
    ['KR', '황조롱이', ['주식회사 황조롱이', '(주)황조롱이', '㈜황조롱이', '황조롱이(주)', '황조롱이 유한회사']],
    ['KR', 'kestrel vane', ['Kestrel Vane Co., Ltd.', 'Kestrel Vane Inc', 'KESTREL VANE CORPORATION']],
    [
      'TH',
      'เหยี่ยวแดง',
      ['บริษัท เหยี่ยวแดง จำกัด', 'บริษัทเหยี่ยวแดงจำกัด', 'บริษัท เหยี่ยวแดง จำกัด (มหาชน)', 'บจก.เหยี่ยวแดง', 'ห้างหุ้นส่วนจำกัด เหยี่ยวแดง'],
    ],
    [
      'TH',
      'kestrel vane',
      [
        'Kestrel Vane Co., Ltd.',
        'Kestrel Vane Public Company Limited',
        'KESTREL VANE PCL',
        'Kestrel Vane Limited Partnership',
      ],
    ],
    [
      'US',
      'kestrel vane',
      [
        'Kestrel Vane, Inc.',
        'KESTREL VANE CORP',
        'Kestrel Vane L.L.C.',
        'Kestrel Vane L L C',
        'The Kestrel Vane Company',
        'Kestrel Vane Co., Inc.',
      ],
    ],
    [
      'CA',
      'faucon crecerelle',
      [
        'Faucon Crécerelle Inc.',
        'FAUCON CRECERELLE LTÉE',
        'Faucon Crécerelle Limitée',
        'Faucon Crécerelle Incorporée',
        'Faucon Crécerelle S.E.N.C.',
      ],
    ],
    [undefined, 'kestrel vane', ['Kestrel Vane GmbH', 'Kestrel Vane Ltd', 'Kestrel Vane S.A.', 'Kestrel Vane']],
    ['GB', 'kestrel vane', ['Kestrel Vane plc', 'Kestrel Vane Limited']],
  ])('%s: %s', (country, expected, names) => {
    for (const name of names) expect([name, key(country, name)]).toEqual([name, expected]);
  });
});

describe('names that differ in a word or a number never have the same key', () => {
  test.each([
    ['AU', 'Acme Pty Ltd', 'Acme 2 Pty Ltd'],
    ['AU', 'Acme Pty Ltd', 'Acme Co Pty Ltd'],
    ['AU', 'Acme Pty Ltd', 'Acme Holdings Pty Ltd'],
    ['AU', 'Acme Pty Ltd', 'Acme (Australia) Pty Ltd'],
    ['AU', 'Acme Trust', 'Acme Pty Ltd'],
    ['AU', 'Acme and Sons', 'Acme Sons'],
    ['US', 'Smith & Co', 'Smith Inc'],
    ['US', 'Acme Fund I LP', 'Acme Fund II LP'],
    ['JP', '株式会社隼', '株式会社隼精機'],
    ['TH', 'บริษัท ตรง จำกัด', 'บริษัท ตรัง จำกัด'],
    ['VN', 'Công ty TNHH An Bình 1', 'Công ty TNHH An Bình 2'],
    ['KR', '주식회사 주몽', '주식회사 몽'],
    ['ID', 'PT Ptolemy', 'PT Olemy'],
    ['US', 'Incline Inc', 'Line Inc'],
    ['US', 'Acme Zinc', 'Acme Z'],
    ['US', 'San Marco Inc', 'San Mar Inc'],
    ['US', 'Custom PC LLC', 'Custom Co'],
    ['NZ', 'Vinyl LP Limited', 'Vinyl Limited'],
  ])('%s: %s and %s', (country, one, other) => {
    expect(key(country, one)).not.toBe(key(country, other));
  });

  test('every further word or number of a Latin name is in its key', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...supportedCountries),
        fc.array(fc.stringMatching(/^[qxz][a-z]{2,6}$|^[1-9]{1,3}$/), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', ' Ltd', ' Inc.', ', LLC'),
        (country, words, form) => {
          const name = ['quz', ...words].join(' ');
          const spoken = key(country, name + form) ?? '';
          expect(
            spoken
              .split(' ')
              .slice(0, words.length + 1)
              .join(' '),
          ).toBe(name);
        },
      ),
    );
  });
});

test.each([
  ['AU', ''],
  ['AU', 'Pty Ltd'],
  ['AU', 'The Limited'],
  ['AU', '3M'],
  ['AU', 'AB 12 Pty Ltd'],
  ['US', 'X Co'],
  ['US', '***'],
  ['JP', '株式会社'],
  ['JP', '(株)隼'],
  ['TH', 'บริษัท จำกัด'],
])('a name with too little to identify a company has no key: %s, %s', (country, name) => {
  expect(key(country, name)).toBeUndefined();
});

test('an apostrophe does not separate words, any other punctuation does', () => {
  const names = ["O'Brien's Sign-Works", 'O’Briens Sign Works', 'OBRIENS SIGN/WORKS', 'Obriens, Sign. Works!'];
  expect(names.map((name) => key('AU', name))).toEqual(names.map(() => 'obriens sign works'));
});

test('a key is its own key', () => {
  const anyForm = supportedCountries.flatMap((country) => {
    const { start = [], end, loose = '' } = legalFormsOf(country);
    const forms = [...start, ...end, loose].join('|').split('|').filter(Boolean);
    // They are legal forms only if no other form follows, so a key may end with one.
    return forms.filter((form) => !initials.has(form));
  });
  const piece = fc.oneof(
    fc.constantFrom(
      ...anyForm,
      'the',
      'The',
      '(株)',
      '&',
      '.',
      ' ',
      "'",
      'limited',
      'ＬＴＤ',
      'é',
      '隼',
      'ガ',
      '황',
      'ตรัง',
      '7',
    ),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(undefined, ...supportedCountries),
      fc.array(piece, { maxLength: 8 }),
      (country, pieces) => {
        for (const name of [pieces.join(' '), pieces.join('')]) {
          const once = key(country, name);
          if (once !== undefined) expect(key(country, once)).toBe(once);
        }
      },
    ),
    { numRuns: 2000, examples: [[undefined, ['주식회사', 'ㄺ']]] },
  );
});

describe('the legal form', () => {
  const formOf = (country: string, name: string) => readName(country, name)?.form;

  test.each([
    ['AU', 'Kestrel Pty Ltd', 'Kestrel Limited'],
    ['ID', 'PT Kestrel Tbk', 'Kestrel, PT'],
    ['US', 'Kestrel Co., Inc.', 'Kestrel Corporation'],
    ['JP', '(株)隼精機', '隼精機株式会社'],
    ['JP', '有限会社隼精機', '隼精機（有）'],
    ['KR', '(주)황조롱이', '주식회사 황조롱이'],
    ['TH', 'บริษัท เหยี่ยวแดง จำกัด', 'บจก.เหยี่ยวแดง'],
    ['VN', 'Công ty TNHH Cánh Đồng Xanh', 'Canh Dong Xanh Co., Ltd'],
  ])('%s: of %s is that of %s', (country, one, other) => {
    expect(formOf(country, one)).toBeDefined();
    expect(formOf(country, one)).toBe(formOf(country, other));
  });

  test.each([
    ['AU', 'Kestrel Pty Ltd', 'Kestrel Inc'],
    ['NZ', 'Kestrel Limited', 'Kestrel LP'],
    ['SG', 'Tan & Lim LLP', 'Tan & Lim Pte Ltd'],
    ['MY', 'Kestrel PLT', 'Kestrel Sdn Bhd'],
    ['ID', 'CV Maju Jaya', 'PT Maju Jaya'],
    ['JP', '株式会社隼精機', '有限会社隼精機'],
    ['KR', '주식회사 황조롱이', '황조롱이(유)'],
    ['VN', 'Công ty TNHH Cánh Đồng Xanh', 'Canh Dong Xanh JSC'],
    ['TH', 'ห้างหุ้นส่วนจำกัด เหยี่ยวแดง', 'บริษัท เหยี่ยวแดง จำกัด'],
    ['US', 'Kestrel LLC', 'Kestrel Inc'],
    ['CA', 'Kestrel Inc.', 'Kestrel S.E.N.C.'],
  ])('%s: of %s excludes that of %s, though the name is the same', (country, one, other) => {
    expect(nameKey(country, one)).toBe(nameKey(country, other));
    expect(formOf(country, one)).toBeDefined();
    expect(formOf(country, other)).toBeDefined();
    expect(formOf(country, one)).not.toBe(formOf(country, other));
  });

  test.each([
    ['AU', 'Kestrel'],
    ['US', 'Kestrel Company'],
    ['JP', 'Kestrel Co., Ltd.'],
    ['GB', 'Kestrel plc'],
  ])('%s: %s states none, or one that several families use', (country, name) => {
    expect(formOf(country, name)).toBeUndefined();
  });
});

describe('the skeleton', () => {
  test.each([
    ['kestrel and vane', 'kestrell and vane'],
    ['kestrel and vane', 'kestral and vane'],
    ['accommodation services', 'acomodation services'],
  ])('of %s is that of %s', (one, other) => {
    expect(nameSkeleton(one)).toBe(nameSkeleton(other));
  });

  test('keeps the order of words, first letters, numbers and consonants', () => {
    expect(nameSkeleton('kestrel and vane 22')).toBe('kstrl and vn 22');
    expect(nameSkeleton('vane and kestrel')).toBe('vn and kstrl');
    expect(nameSkeleton('okta')).not.toBe(nameSkeleton('akta'));
    expect(nameSkeleton('隼隼精機')).toBe('隼隼精機');
  });
});

test.each(['Self-Employed', 'self employed', 'FREELANCE', '(unknown)', '---', 'Retired.'])(
  '%s is no company',
  (name) => {
    expect(namesNoCompany(name)).toBe(true);
  },
);

test.each(['Kestrel Vane', 'Freelance Digital Pty Ltd', 'The Student Hotel', 'HP', '白鷺精機'])(
  '%s may be one',
  (name) => {
    expect(namesNoCompany(name)).toBe(false);
  },
);
