import { openTestDatabase } from '../../../testing/src/data/test-database.ts';
import { type Command, readArguments } from '../arguments.ts';
import { note, type Section, type Stamp, stamp, stampText, writeResults } from '../report/results.ts';
import { inParagraphs, tableOf, whole } from '../report/text.ts';
import { type ExplainedStatement, type ExplainOptions, explainPool } from './explained-pool.ts';
import { match, operations, type Sizes } from './operations.ts';
import { loadSyntheticDatabase } from './synthetic-database.ts';

/** The statements of one operation. */
export interface OperationPlans {
  name: string;
  seconds: number;
  statements: ExplainedStatement[];
}

interface CheckOrder extends ExplainOptions {
  companies: number;
  sizes: Sizes;
}

/** Loads a synthetic database, runs all operations, and returns the plans of their statements. */
export async function checkPlans({ companies, sizes, ...options }: CheckOrder): Promise<OperationPlans[]> {
  const database = await openTestDatabase();
  try {
    await loadSyntheticDatabase(database.pool, companies);
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

interface PlansReport extends Stamp {
  readonly companies: number;
  readonly operations: readonly {
    readonly name: string;
    readonly statements: number;
    readonly scans: number;
    readonly seconds: number;
  }[];
}

export const plansSection: Section<PlansReport> = {
  page: 'capacity',
  name: 'plans',
  toText: ({ companies, operations, ...on }) =>
    inParagraphs([
      `${stampText(on)} ${whole.format(companies)} companies and as many people.`,
      tableOf(
        ['operation', 'statements', 'that read a large table as a whole', 'seconds'],
        operations.map(({ name, statements, scans, seconds }) => [
          ...[name, String(statements), String(scans), seconds.toFixed(1)],
        ]),
      ),
    ]),
};

export const plansCommand: Command = {
  usage: `explains every statement of the service and of imports with a large database; fails if one reads a large table as a whole
  --companies N      companies, and as many people (5000000, which take about 8 GB of disk)`,
  async run(args) {
    const { values } = readArguments(args, { companies: { type: 'string', default: '5000000' } });
    const companies = Number(values.companies);
    const sizes = { batch: 5000, page: 1000 };
    const plans = await checkPlans({ companies, sizes, seqPageCost: 1, largeRows: 100_000 });
    const operations = plans.map(({ name, statements, seconds }) => ({
      ...{ name, statements: statements.length, seconds },
      scans: statements.filter(({ scanned }) => scanned.size > 0).length,
    }));
    writeResults(plansSection, { ...stamp(), companies, operations });
    const faults = faultsOf(plans);
    for (const fault of faults) note(fault);
    return faults.length === 0 ? 0 : 1;
  },
};
