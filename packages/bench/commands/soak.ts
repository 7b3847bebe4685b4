// Hours of mixed load with imports, rebuilds, key changes and opt-outs; writes docs/performance/soak.md.
// Usage: soak.ts [minutes] [companies] [requests per second]

import { hostOn, writeMeasured } from '../src/report/page.ts';
import { problemsOf, soakPage } from '../src/soak/report.ts';
import { runSoak } from '../src/soak/run.ts';

const [minutes = 120, companies = 20_000, perSecond = 30] = process.argv.slice(2).map(Number);
const note = (text: string) => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

const result = await runSoak({ rounds: minutes, roundSeconds: 60, companies, perSecond, sampleSeconds: 15 }, note);
const page = [`${hostOn(new Date().toISOString().slice(0, 10))}.`, soakPage(result)].join('\n\n');
writeMeasured('docs/performance/soak.md', 'Soak test', page);
process.stdout.write(`${page}\n`);
for (const failure of result.failures.slice(0, 20)) process.stderr.write(`${failure}\n`);
const problems = problemsOf(result);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
