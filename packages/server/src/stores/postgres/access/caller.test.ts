import type { Plan } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { type CallerRow, toCaller } from './caller.ts';

const plan: Plan = {
  name: 'small',
  rate: 5,
  burst: 10,
  requests_per_day: 100,
  monthly_credits: 1000,
  countries: null,
  scopes: ['company:read'],
  companies_per_day: 7,
  people_per_day: null,
};
const row: CallerRow = {
  id: 'key_1',
  account_id: 3,
  account: 'acme',
  mode: 'live',
  scopes: ['company:read', 'people:search', 'admin'],
  countries: null,
  addresses: null,
  expires_at: null,
  records_people: false,
  plan,
};

test('a key has only the scopes that its plan allows, except for admin, which no plan restricts', () => {
  expect(toCaller(row).scopes).toEqual(['company:read', 'admin']);
});

test.each([
  [null, null, null],
  [['AU'], null, ['AU']],
  [null, ['NZ'], ['NZ']],
  [['AU', 'NZ'], ['NZ', 'SG'], ['NZ']],
  [['AU'], ['NZ'], []],
] as const)('countries of the key %o and of the plan %o leave %o', (ofKey, ofPlan, left) => {
  const changed = { ...row, countries: ofKey && [...ofKey], plan: { ...plan, countries: ofPlan && [...ofPlan] } };
  expect(toCaller(changed).countries).toEqual(left);
});

test('the limits come from the plan', () => {
  expect(toCaller(row).agreed).toEqual({
    plan: 'small',
    rate: 5,
    burst: 10,
    requestsPerDay: 100,
    monthlyCredits: 1000,
    companiesPerDay: 7,
    peoplePerDay: null,
  });
});
