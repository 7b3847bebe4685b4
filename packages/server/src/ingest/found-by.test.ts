import { expect, test } from 'vitest';
import { type Bearer, foundBy } from './found-by.ts';

const bearer = (company: string, claims: string[], more: Partial<Bearer> = {}) => ({
  ...{ company, claims, source: 'crm', precedence: 2, key: company, removed: false },
  ...more,
});

/** The same in both orders: who comes first must not matter. */
function expectFound(bearers: readonly ReturnType<typeof bearer>[], found: Record<string, string>): void {
  for (const order of [bearers, bearers.toReversed()]) {
    const companies = order.map(({ company }) => company);
    expect(Object.fromEntries(foundBy(order, companies))).toEqual(found);
  }
}

test('an identifier finds the company that claims it, and each identifier its own', () => {
  expectFound([bearer('c1', ['abn:1', 'fqdn:a.example']), bearer('c2', ['abn:2'])], {
    ...{ 'abn:1': 'c1', 'fqdn:a.example': 'c1', 'abn:2': 'c2' },
  });
});

test('of two that claim a domain, the source of higher precedence has it, then the first by source and key', () => {
  const shared = ['fqdn:a.example'];
  expectFound([bearer('c1', shared), bearer('c2', shared, { source: 'web', precedence: 1 })], {
    'fqdn:a.example': 'c2',
  });
  expectFound([bearer('c1', shared, { source: 'zoo' }), bearer('c2', shared)], { 'fqdn:a.example': 'c2' });
  expectFound([bearer('c2', shared), bearer('c1', shared)], { 'fqdn:a.example': 'c1' });
});

test('who states a number comes before whom it only follows for, whatever their sources', () => {
  expectFound([bearer('c1', ['~acn:1'], { precedence: 0 }), bearer('c2', ['acn:1'])], { 'acn:1': 'c2' });
});

test('who lives comes before who is gone, and one who is gone is found as long as nobody else is', () => {
  const gone = bearer('c1', ['abn:1', 'abn:2'], { precedence: 0, removed: true });
  expectFound([gone, bearer('c2', ['abn:1'])], { 'abn:1': 'c2', 'abn:2': 'c1' });
});

test('nobody is looked up by a decision or a match', () => {
  expectFound([bearer('c1', ['abn:1', 'join.1:x', 'split.1:a', 'match.7:both'])], { 'abn:1': 'c1' });
});

test('one that hides behind those who took over is no bearer', () => {
  const [hidden, shown] = [bearer('c1', ['abn:1', 'abn:2']), bearer('c2', ['abn:1'])];
  expect(Object.fromEntries(foundBy([hidden, shown], [undefined, 'c2']))).toEqual({ 'abn:1': 'c2' });
});
