import { describe, expect, test } from 'vitest';
import { type PlanNode, scannedTables } from './plan-faults.ts';

const node = (type: string, more: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': type,
  'Total Cost': 1,
  'Plan Rows': 1,
  ...more,
});
const scan = (more: Partial<PlanNode> = {}) =>
  node('Seq Scan', { Schema: 'public', 'Relation Name': 'company_3', ...more });
const tableOf = (relation: string) => (relation.startsWith('company_') ? { name: 'company', rows: 1000 } : undefined);
const scanned = (plan: PlanNode) => [...scannedTables(plan, tableOf)];

describe('a plan reads a large table as a whole', () => {
  test.each([
    ['with a sequential scan of a partition', node('Append', { Plans: [scan()] })],
    ['with an index scan without a condition', scan({ 'Node Type': 'Index Only Scan' })],
    ['if a limit follows a sort', node('Limit', { Plans: [node('Sort', { Plans: [scan()] })] })],
    ['if a filter leaves out most rows', node('Limit', { Plans: [scan({ Filter: '(NOT late)', 'Plan Rows': 499 })] })],
    ['if a filter leaves out few rows, and there is no limit', scan({ Filter: '(NOT late)', 'Plan Rows': 900 })],
    [
      'if a subquery counts it',
      node('Result', { Plans: [node('Aggregate', { 'Parent Relationship': 'InitPlan', Plans: [scan()] })] }),
    ],
  ])('%s', (_, plan) => {
    expect(scanned(plan)).toEqual(['company']);
  });
});

describe('a plan does not', () => {
  test.each([
    ['with an index scan', scan({ 'Node Type': 'Index Scan', 'Index Cond': `(id = 'c1')` })],
    ['if it takes the first rows', node('Limit', { Plans: [node('Append', { Plans: [scan()] })] })],
    ['if it takes the first rows of an index', node('Limit', { Plans: [scan({ 'Node Type': 'Index Scan' })] })],
    ['if it asks whether there is any row', node('Result', { Plans: [scan({ 'Parent Relationship': 'InitPlan' })] })],
    ['if the table is small', scan({ 'Relation Name': 'source' })],
    ['if it is the stage of a run', scan({ Schema: 'stage' })],
    [
      'if it takes the first groups of an index',
      node('Limit', {
        Plans: [node('Aggregate', { Strategy: 'Sorted', Plans: [scan({ 'Node Type': 'Index Scan' })] })],
      }),
    ],
    ['if a filter leaves out few rows', node('Limit', { Plans: [scan({ Filter: '(NOT late)', 'Plan Rows': 500 })] })],
    ['if all rows of a partition fit', node('Limit', { Plans: [scan({ Filter: '(outbox.slot = 0)' })] })],
  ])('%s', (_, plan) => {
    expect(scanned(plan)).toEqual([]);
  });
});
