import { beforeAll, expect, test } from 'vitest';
import { checkPlans, faultsOf, type OperationPlans } from '../../src/plans/check.ts';

/**
 * A twentieth of the usual batches, and tables that cost the planner a twentieth of what those of some million companies do.
 * `npm run bench -- plans` loads the full size.
 */
const order = { companies: 30_000, sizes: { batch: 250, page: 50 }, seqPageCost: 10, largeRows: 2000 };
let plans: OperationPlans[];

beforeAll(async () => {
  plans = await checkPlans(order);
});

test('no statement of the service or of a delta reads a large table as a whole', () => {
  expect(faultsOf(plans).join('\n')).toBe('');
});

test('every operation was explained', () => {
  for (const { name, statements } of plans) expect(statements.length, name).toBeGreaterThan(0);
  expect(plans.flatMap(({ statements }) => statements).length).toBeGreaterThan(100);
});
