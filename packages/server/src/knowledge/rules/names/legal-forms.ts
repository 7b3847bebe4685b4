import type { SupportedCountry } from '@orgdex/contract';

/**
 * Where a country's companies write their legal form. Forms of one family are interchangeable; families exclude each
 * other. Each text is one family, and the same position in both lists is the same family. Latin forms are words of a
 * normalized name; the others need no space around them.
 */
interface LegalForms {
  start?: readonly string[];
  end: readonly string[];
  /** Forms that companies of several families use. */
  loose?: string;
}

/** Long words of legal forms, each with the short word that replaces it in a normalized name. */
export const shortWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    limited: 'ltd',
    limitee: 'ltd',
    ltee: 'ltd',
    incorporated: 'inc',
    incorporee: 'inc',
    corporation: 'corp',
    company: 'co',
    proprietary: 'pty',
    private: 'pte',
    sendirian: 'sdn',
    berhad: 'bhd',
  }),
);

/** Initials with which names may also end: a form only if no other form follows, or `Custom PC LLC` would be `Custom`. */
export const initials: ReadonlySet<string> = new Set(['lp', 'pc']);

/** 株 and similar characters are a legal form only in parentheses. 합 is the first letter of two forms. */
export const bracketedForms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    株: '株式会社',
    有: '有限会社',
    同: '合同会社',
    資: '合資会社',
    名: '合名会社',
    주: '주식회사',
    유: '유한회사',
    자: '합자회사',
    합: '',
  }),
);

const looseAsian = 'co ltd|ltd co|inc|corp|ltd';
const vietnamese = [
  [
    'cong ty trach nhiem huu han|cong ty trach nhiem huu han mot thanh vien|cong ty trach nhiem huu han hai thanh vien',
    'cong ty tnhh|cong ty tnhh mtv|cong ty tnhh mot thanh vien|cong ty tnhh hai thanh vien|cty tnhh|cty tnhh mtv',
  ].join('|'),
  'cong ty co phan|cong ty cp|cty cp|ctcp',
  'doanh nghiep tu nhan|dntn',
];

/**
 * Forms by country, separated by `|`, in the words of a normalized name. `Co` alone is part of the name in countries
 * where companies of the same name exist with and without it.
 */
const byCountry: Readonly<Record<SupportedCountry, LegalForms>> = {
  AU: { end: ['pty ltd|p l|pl|pty|ltd|nl', 'inc'] },
  NZ: { end: ['ltd|tapui ltd|ulc', 'inc', 'lp'] },
  SG: { end: ['pte ltd|p l|pl|pte|ltd', 'llp|lp'] },
  MY: { end: ['sdn bhd|s b|bhd', 'plt|llp'] },
  ID: { start: ['perseroan terbatas|pt', 'cv'], end: ['persero|tbk|pt', 'cv'] },
  PH: { end: ['inc|corp|co inc|opc'], loose: 'co|ltd' },
  HK: { end: ['co ltd|ltd|股份有限公司|有限公司'] },
  JP: {
    start: ['株式会社|kabushiki kaisha|kk', '有限会社', '合同会社', '合資会社', '合名会社'],
    end: [
      'kk|kabushiki kaisha|株式会社',
      'yk|yugen kaisha|有限会社',
      'gk|godo kaisha|llc|合同会社',
      '合資会社',
      '合名会社',
    ],
    loose: looseAsian,
  },
  VN: { start: vietnamese, end: ['co ltd|one member co ltd|ltd|llc', 'jsc|joint stock co'] },
  KR: {
    start: ['주식회사', '유한회사', '유한책임회사', '합자회사', '합명회사'],
    end: ['주식회사', '유한회사', '유한책임회사|llc', '합자회사', '합명회사'],
    loose: looseAsian,
  },
  TH: {
    start: ['บริษัท|บจก|บมจ', 'ห้างหุ้นส่วนจำกัด|ห้างหุ้นส่วนสามัญนิติบุคคล|หจก'],
    end: ['public co ltd|co ltd|pcl|จำกัดมหาชน|มหาชน', 'ltd partnership'],
    loose: 'ltd|จำกัด',
  },
  US: { end: ['inc|corp|pc', 'llc|l l c|pllc', 'lp|llp'], loose: 'co|ltd|plc' },
  CA: { end: ['inc|corp|ltd|ulc|plc', 'lp|llp|senc|sencrl|s e n c|s e n c r l', 'llc|l l c'], loose: 'co' },
};

/** For companies in countries that are not supported, or whose country is unknown. */
const elsewhere: LegalForms = {
  end: [],
  loose: 'inc|corp|co|ltd|llc|l l c|lp|llp|plc|gmbh|ag|sa|sas|sarl|bv|nv|ab|oy|spa|srl',
};

/** The legal forms of a country's companies. */
export const legalFormsOf = (country: string | undefined): LegalForms =>
  (byCountry as Readonly<Record<string, LegalForms | undefined>>)[country ?? ''] ?? elsewhere;

/** How legal forms are written, if not in upper case. */
// biome-ignore format: a list of words
export const writtenForms: readonly string[] = [
  'Ltd', 'Pty', 'Pte', 'Inc', 'Corp', 'Co', 'Sdn', 'Bhd', 'Tbk', 'GmbH', 'LLC', 'LLP', 'LP', 'PLC', 'PLLC', 'ULC', 'PLT',
  'OPC', 'AG', 'SA', 'SARL', 'BV', 'NV', 'KK', 'GK', 'YK', 'PT', 'CV', 'JSC', 'PCL', 'TNHH', 'MTV',
];
