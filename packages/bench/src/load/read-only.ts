import { createHash } from 'node:crypto';
import { collectEarly } from '../../../server/src/cli/context.ts';
import { makeTrialSecret } from '../../../server/src/core/settings/secret.ts';
import { readSteps } from '../../../server/src/pipeline/imports/stage/reading.ts';

/** What reading a file cost. */
export interface ReadResult {
  readonly rows: number;
  readonly seconds: number;
  /** Of all threads. */
  readonly cpuSeconds: number;
  readonly peakMb: number;
  /** Of everything that would be staged. */
  readonly hash: string;
}

/** Program: reads the files of a source with this number of lanes, discards what would be staged, and prints the result as JSON. */
const [id = '', lanes = '1', ...files] = process.argv.slice(2);
// As `orgdex import` does.
collectEarly();
const began = performance.now();
const steps = readSteps(
  {
    files,
    reader: { kind: 'source', id, switchedOn: [] },
    source: { id: 1, name: id },
    secret: makeTrialSecret(Buffer.alloc(32, 1)),
    from: { rows: 0, part: 0, before: 0 },
    stepRows: 5000,
  },
  Number(lanes),
);
const hash = createHash('sha256');
let rows = 0;
for await (const { at, lines } of steps) {
  rows = at.rows;
  for (const text of Object.values(lines)) hash.update(text);
}
const { user, system } = process.cpuUsage();
const result: ReadResult = {
  rows,
  seconds: (performance.now() - began) / 1000,
  cpuSeconds: (user + system) / 1e6,
  peakMb: process.resourceUsage().maxRSS / 1024,
  hash: hash.digest('hex').slice(0, 12),
};
process.stdout.write(JSON.stringify(result));
