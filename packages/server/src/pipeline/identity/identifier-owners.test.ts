import { expect, test } from 'vitest';
import { type IdentifierClaimant, ownersOf } from './identifier-owners.ts';

const bearer = (company: string, claims: string[], more: Partial<IdentifierClaimant> = {}) => ({
  company,
  claims,
  source: 'crm',
  precedence: 2,
  key: company,
  removed: false,
  ...more,
});

/** Expects the same result in both orders. */
function expectFound(bearers: readonly ReturnType<typeof bearer>[], found: Record<string, string>): void {
  for (const order of [bearers, bearers.toReversed()]) {
    const companies = order.map(({ company }) => company);
    expect(companiesOf(ownersOf(order, companies))).toEqual(found);
  }
}

const companiesOf = (found: ReturnType<typeof ownersOf>) =>
  Object.fromEntries([...found].map(([identifier, { company }]) => [identifier, company]));

const claimantsOf = (bearers: readonly ReturnType<typeof bearer>[]) =>
  Object.fromEntries(
    [
      ...ownersOf(
        bearers,
        bearers.map(({ company }) => company),
      ),
    ].map(([identifier, { claimants }]) => [identifier, claimants]),
  );

test('each identifier finds the company that claims it', () => {
  expectFound([bearer('c1', ['abn:1', 'fqdn:a.example']), bearer('c2', ['abn:2'])], {
    'abn:1': 'c1',
    'fqdn:a.example': 'c1',
    'abn:2': 'c2',
  });
});

test('if two companies claim a domain, the source with the higher precedence wins, then the first by source and key', () => {
  const shared = ['fqdn:a.example'];
  expectFound([bearer('c1', shared), bearer('c2', shared, { source: 'web', precedence: 1 })], {
    'fqdn:a.example': 'c2',
  });
  expectFound([bearer('c1', shared, { source: 'zoo' }), bearer('c2', shared)], { 'fqdn:a.example': 'c2' });
  expectFound([bearer('c2', shared), bearer('c1', shared)], { 'fqdn:a.example': 'c1' });
});

test('a record that states a number wins over a record that only implies it, whatever their sources', () => {
  expectFound([bearer('c1', ['~acn:1'], { precedence: 0 }), bearer('c2', ['acn:1'])], { 'acn:1': 'c2' });
});

test('a living record wins over a removed one, which is found only if no living record claims the identifier', () => {
  const gone = bearer('c1', ['abn:1', 'abn:2'], { precedence: 0, removed: true });
  expectFound([gone, bearer('c2', ['abn:1'])], { 'abn:1': 'c2', 'abn:2': 'c1' });
});

test('lookups ignore manual decisions and matches', () => {
  expectFound([bearer('c1', ['abn:1', 'join:1', 'split:1:1', 'match:7'])], { 'abn:1': 'c1' });
});

test('a hidden record owns no identifier', () => {
  const [hidden, shown] = [bearer('c1', ['abn:1', 'abn:2']), bearer('c2', ['abn:1'])];
  expect(companiesOf(ownersOf([hidden, shown], [undefined, 'c2']))).toEqual({ 'abn:1': 'c2' });
});

test('claimants are counted by company, not by record', () => {
  const shared = ['fqdn:a.example'];
  const counted = claimantsOf([bearer('c1', [...shared, 'abn:1']), bearer('c1', shared), bearer('c2', shared)]);
  expect(counted).toEqual({ 'fqdn:a.example': 2, 'abn:1': 1 });
});

test('a removed record counts only if no living record claims the identifier', () => {
  const gone = (company: string) => bearer(company, ['fqdn:a.example', 'fqdn:b.example'], { removed: true });
  expect(claimantsOf([gone('c1'), gone('c2'), bearer('c3', ['fqdn:a.example'])])).toEqual({
    'fqdn:a.example': 1,
    'fqdn:b.example': 2,
  });
});
