import type { SupportedCountry } from '@orgdex/contract';

/** Where a country's companies write what they are. Latin forms are words of a normal name; the others need no blank. */
interface LegalForms {
  start?: string;
  end: string;
}

/** Long words of legal forms, with the short one that stands for them in every normal name. */
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

/** 株 and its kin stand for a form only in brackets. */
export const bracketedForms = /\((?:株|有|同|資|名|주|유|합|자)\)/gu;

const western = 'inc|corp|co|ltd|llc|l l c|lp|llp|plc';
const eastAsian = 'co ltd|ltd co|inc|corp|ltd|llc';
const vietnamese = [
  'cong ty trach nhiem huu han|cong ty trach nhiem huu han mot thanh vien|cong ty trach nhiem huu han hai thanh vien',
  'cong ty tnhh|cong ty tnhh mtv|cong ty tnhh mot thanh vien|cong ty tnhh hai thanh vien|cty tnhh|cty tnhh mtv',
  'cong ty co phan|cong ty cp|cty cp|ctcp|doanh nghiep tu nhan|dntn',
].join('|');

/**
 * Forms by country, parted by `|`, in the words of a normal name. `Co` alone is a word of the name where companies of
 * the same name with and without it exist side by side.
 */
const byCountry: Readonly<Record<SupportedCountry, LegalForms>> = {
  AU: { end: 'pty ltd|p l|pl|pty|ltd|inc|nl' },
  NZ: { end: 'ltd|tapui ltd|inc|lp|ulc' },
  SG: { end: 'pte ltd|p l|pl|pte|ltd|llp|lp' },
  MY: { end: 'sdn bhd|s b|bhd|plt|llp' },
  ID: { start: 'perseroan terbatas|pt|cv', end: 'persero|tbk|pt|cv' },
  PH: { end: 'inc|corp|co|opc|ltd|co inc' },
  HK: { end: 'co ltd|ltd|股份有限公司|有限公司' },
  JP: {
    start: '株式会社|有限会社|合同会社|合資会社|合名会社|kabushiki kaisha|kk',
    end: `${eastAsian}|kk|gk|yk|kabushiki kaisha|godo kaisha|yugen kaisha|株式会社|有限会社|合同会社|合資会社|合名会社`,
  },
  VN: { start: vietnamese, end: 'jsc|joint stock co|co ltd|one member co ltd|ltd|llc' },
  KR: {
    start: '주식회사|유한책임회사|유한회사|합자회사|합명회사',
    end: `${eastAsian}|주식회사|유한책임회사|유한회사|합자회사|합명회사`,
  },
  TH: {
    start: 'บริษัท|บจก|บมจ|ห้างหุ้นส่วนจำกัด|ห้างหุ้นส่วนสามัญนิติบุคคล|หจก',
    end: 'public co ltd|co ltd|pcl|ltd partnership|ltd|จำกัดมหาชน|จำกัด|มหาชน',
  },
  US: { end: `${western}|pllc|pc` },
  CA: { end: `${western}|ulc|senc|sencrl|s e n c|s e n c r l` },
};

/** For companies of countries that we do not serve, and of none that is known. */
const elsewhere: LegalForms = { end: `${western}|gmbh|ag|sa|sas|sarl|bv|nv|ab|oy|spa|srl` };

/** The legal forms of a country's companies. */
export const legalFormsOf = (country: string | undefined): LegalForms =>
  (byCountry as Readonly<Record<string, LegalForms | undefined>>)[country ?? ''] ?? elsewhere;

/** Legal forms as they are written, where that is not an upper-case word. */
// biome-ignore format: a list of words
export const writtenForms: readonly string[] = [
  'Ltd', 'Pty', 'Pte', 'Inc', 'Corp', 'Co', 'Sdn', 'Bhd', 'Tbk', 'GmbH', 'LLC', 'LLP', 'LP', 'PLC', 'PLLC', 'ULC', 'PLT',
  'OPC', 'AG', 'SA', 'SARL', 'BV', 'NV', 'KK', 'GK', 'YK', 'PT', 'CV', 'JSC', 'PCL', 'TNHH', 'MTV',
];
