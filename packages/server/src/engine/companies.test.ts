import { expect, test } from 'vitest';
import { blankCompany } from '../../test/support/documents.ts';
import { layOver } from './companies.ts';

const base = {
  ...blankCompany('c1'),
  employee_count: 455,
  emails: ['a@b.example'],
  industry_codes: { ...blankCompany('c1').industry_codes, sic: '1', abn: '2' },
};

test('a country without values of its own has the base', () => {
  expect(layOver(base, undefined)).toEqual(base);
});

test("a country's values replace the base's, codes one by one", () => {
  const laid = layOver(base, { employee_count: 35, industry_codes: { sic: '9' } });
  expect(laid).toEqual({ ...base, employee_count: 35, industry_codes: { ...base.industry_codes, sic: '9' } });
});
