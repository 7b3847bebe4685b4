// Explains the statements of the database at a large size; writes docs/performance/plans.md. Usage: check-plans.ts [companies]

import { checkPlans, faultsOf } from '../src/plans/check.ts';
import { hostOn, tableOf, whole, writeMeasured } from '../src/report/page.ts';

const companies = Number(process.argv[2] ?? 5_000_000);
const note = (text: string) => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

const sizes = { batch: 5000, page: 1000 };
const plans = await checkPlans({ companies, sizes, seqPageCost: 1, largeRows: 100_000, note });
const faults = faultsOf(plans);
const page = [
  `${hostOn(new Date().toISOString().slice(0, 10))}, ${whole.format(companies)} companies and as many people.`,
  tableOf(
    ['operation', 'statements', 'that read a large table as a whole', 'highest cost', 'seconds'],
    plans.map(({ name, statements, seconds }) => [
      name,
      String(statements.length),
      String(statements.filter(({ scanned }) => scanned.size > 0).length),
      whole.format(Math.max(0, ...statements.map(({ cost }) => cost))),
      seconds.toFixed(1),
    ]),
  ),
  ...(faults.length > 0 ? [faults.map((fault) => `- ${fault}`).join('\n')] : []),
].join('\n\n');
writeMeasured('docs/performance/plans.md', 'Plans', page);
process.stdout.write(`${page}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
