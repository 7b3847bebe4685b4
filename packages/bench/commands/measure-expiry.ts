// Expires half of the people of a service under load; writes docs/performance/expiry.md.
// Usage: measure-expiry.ts [people] [requests per second]

import { expiryPage, problemsOf } from '../src/expiry/report.ts';
import { runExpiry } from '../src/expiry/run.ts';
import { hostOn, writeMeasured } from '../src/report/page.ts';
import { note, pages } from './bench/shared.ts';

const [people = 1_000_000, perSecond = 50] = process.argv.slice(2).map(Number);

const result = await runExpiry({ people, perSecond, quietMs: 15_000, note });
const page = [`${hostOn(new Date().toISOString().slice(0, 10))}.`, expiryPage(result)].join('\n\n');
writeMeasured(`${pages}/expiry.md`, 'Expiry of people', page);
process.stdout.write(`${page}\n`);
const problems = problemsOf(result);
for (const problem of problems) note(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
