import { openTestDatabase } from '../../../testing/src/data/test-database.ts';
import { type ExplainedStatement, type ExplainOptions, explainPool } from './explained-pool.ts';
import { match, operations, type Sizes } from './operations.ts';
import { loadSyntheticDatabase } from './synthetic-ledger.ts';

/** The statements of one operation. */
export interface OperationPlans {
  name: string;
  seconds: number;
  statements: ExplainedStatement[];
}

interface CheckOrder extends ExplainOptions {
  companies: number;
  sizes: Sizes;
  note(text: string): void;
}

/** Loads a synthetic database, runs all operations, and returns the plans of their statements. */
export async function checkPlans({ companies, sizes, note, ...options }: CheckOrder): Promise<OperationPlans[]> {
  const database = await openTestDatabase();
  try {
    await loadSyntheticDatabase(database.pool, companies, note);
    note('the first match run');
    await match(database);
    await database.pool.query('ANALYZE');
    const { during, explained } = await explainPool(database.pool, options);
    const plans: OperationPlans[] = [];
    for (const { name, run } of operations.filter(({ fromCompanies = 0 }) => companies >= fromCompanies)) {
      note(name);
      during(name);
      const began = Date.now();
      await run(database, sizes);
      const statements = [...(explained.get(name)?.values() ?? [])];
      plans.push({ name, seconds: (Date.now() - began) / 1000, statements });
    }
    return plans;
  } finally {
    await database.close();
  }
}

/** The statements that read a large table as a whole. */
export const faultsOf = (plans: readonly OperationPlans[]): string[] =>
  plans.flatMap(({ name, statements }) =>
    statements
      .filter(({ scanned }) => scanned.size > 0)
      .map(({ scanned, text }) => `${name}: reads all rows of ${[...scanned].join(', ')}: ${text}`),
  );
