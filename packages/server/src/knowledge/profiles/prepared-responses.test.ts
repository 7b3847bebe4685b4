import { expect, test } from 'vitest';
import { blankCompany } from '../../../../testing/src/stores/documents.ts';
import { applyOverlay, toServed } from './prepared-responses.ts';

const base = {
  ...blankCompany('c1'),
  employee_count: 455,
  emails: ['a@b.example'],
  industry_codes: { ...blankCompany('c1').industry_codes, sic: '1', abn: '2' },
};
const overlay = { employee_count: 35, industry_codes: { sic: '9' } };
const provenance = { base: {}, regions: {} };

test("a country's values replace those of the base, and codes one by one", () => {
  const laid = applyOverlay(base, overlay);
  expect(laid).toEqual({ ...base, employee_count: 35, industry_codes: { ...base.industry_codes, sic: '9' } });
});

test('a country without its own values has no separate response', () => {
  const served = toServed({ body: base, regions: {}, provenance });
  expect(served).toEqual({
    name: null,
    base: { text: JSON.stringify(base), tag: expect.stringMatching(/^[\w-]{22}$/) },
  });
});

test('a country with its own values has a complete response, with keys in the same order', () => {
  const { regions } = toServed({ body: base, regions: { NZ: overlay }, provenance });
  expect(regions?.NZ?.text).toBe(JSON.stringify(applyOverlay(base, overlay)));
  expect(Object.keys(JSON.parse(regions?.NZ?.text ?? ''))).toEqual(Object.keys(base));
});

test('the tag depends on the text alone: changes elsewhere do not affect it', () => {
  const alone = toServed({ body: base, regions: {}, provenance });
  const abroad = toServed({ body: base, regions: { NZ: overlay }, provenance });
  expect(abroad.base.tag).toBe(alone.base.tag);
  expect(abroad.regions?.NZ?.tag).not.toBe(alone.base.tag);
});
