import type { MatchResult } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { chosenOf, countsOf, enrichedRows, statusOf } from './outcome.ts';

const candidate = (id: string) => ({
  score: 0.95,
  company: { id, name: `=${id}`, identifiers: { abn: null } },
  reasons: [],
  conflicts: [],
});
const result = (status: MatchResult['status'], ...ids: string[]): MatchResult =>
  ({ ref: null, status, candidates: ids.map(candidate), problem: null }) as unknown as MatchResult;

test.each([
  [{ result: result('matched', 'a') }, 'matched', 'a'],
  [{ result: result('ambiguous', 'a', 'b') }, 'ambiguous', undefined],
  [{ result: result('ambiguous', 'a', 'b'), decision: 'b' }, 'matched', 'b'],
  [{ result: result('matched', 'a'), decision: null }, 'none', undefined],
  [{ result: result('none', 'a') }, 'none', undefined],
] as const)('%j is %s with the company %s', (outcome, status, id) => {
  expect(statusOf(outcome)).toBe(status);
  expect(chosenOf(outcome)?.company.id).toBe(id);
});

test('counts add up to the rows with a result', () => {
  const outcomes = [{ result: result('matched', 'a') }, { result: result('none') }, undefined];
  expect(countsOf(outcomes).reduce((sum, { value }) => sum + value, 0)).toBe(2);
});

test('the file has all input columns and no formula', () => {
  const table = { name: 'a.csv', header: ['name', 'note'], rows: [['Tern'], ['=cmd', 'x']], omitted: 0 };
  const rows = enrichedRows(table, [{ result: result('matched', 'c1') }, undefined]);
  expect(rows[0]).toMatch(/^name,note,orgdex_id,orgdex_status,/);
  expect(rows[1]).toMatch(/^Tern,,c1,matched,0\.95,'=c1,/);
  expect(rows[2]).toMatch(/^'=cmd,x,,not matched yet/);
});
