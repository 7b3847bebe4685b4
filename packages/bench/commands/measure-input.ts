// Sends hostile values into every parameter of every operation; writes docs/performance/input.md.
// Usage: measure-input.ts [cases]

import { inputPage } from '../src/input/report.ts';
import { runInput } from '../src/input/run.ts';
import { hostOn, writeMeasured } from '../src/report/page.ts';
import { note, pages } from './bench/shared.ts';

const count = Number(process.argv[2] ?? 100_000);

const result = await runInput({ count, note });
for (const finding of result.findings.slice(0, 50)) note(finding);
const page = [`${hostOn(new Date().toISOString().slice(0, 10))}.`, inputPage(result)].join('\n\n');
writeMeasured(`${pages}/input.md`, 'Hostile input', page);
process.stdout.write(`${page}\n`);
process.exitCode = result.findings.length > 0 ? 1 : 0;
