// Reads a synthetic register with several numbers of lanes and discards the rows; writes docs/performance/read.md.
// Usage: measure-read.ts [--source au-abr] [--rows 1000000] [--lanes 1,2] [--runs 3]

import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { program } from '../../testing/src/processes/installation.ts';
import type { ReadResult } from '../src/imports/read-only.ts';
import { hostOn, perSecond, tableOf, whole, writeMeasured } from '../src/report/page.ts';
import { median } from '../src/report/statistics.ts';

const { values } = parseArgs({
  options: {
    source: { type: 'string', default: 'au-abr' },
    rows: { type: 'string', default: '1000000' },
    lanes: { type: 'string', default: '1,2' },
    runs: { type: 'string', default: '3' },
  },
});
const reading = join(import.meta.dirname, '../src/imports/read-only.ts');
const folder = mkdtempSync(join(tmpdir(), 'orgdex-read-'));

/** The compile cache, which `orgdex` enables as well. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache') };

/** In a process of its own, so that its CPU time and memory are those of the reading alone. */
async function readOn(cores: string, lanes: string, file: string): Promise<ReadResult> {
  const command = [process.execPath, reading, values.source, lanes, file];
  const { stdout } = await promisify(execFile)('taskset', ['--cpu-list', cores, ...command], { env });
  process.stderr.write(`lanes: ${lanes}, cores: ${cores} ${stdout}\n`);
  return JSON.parse(stdout) as ReadResult;
}

const allCores = availableParallelism();

/** On as many cores as lanes. */
const read = (lanes: string, file: string) => readOn(`0-${Math.min(Number(lanes), allCores) - 1}`, lanes, file);

/** One process with one lane on each core, at the same time: what the machine allows, since they share nothing but its memory. */
const readApart = (file: string) =>
  Promise.all(Array.from({ length: allCores }, (_, core) => readOn(String(core), '1', file)));

try {
  const file = join(folder, 'register.zip');
  execFileSync(process.execPath, [program, 'synth', values.source, '--rows', values.rows, '--out', file]);
  const counts = values.lanes.split(',');
  // In turn, so that a busy moment of the machine affects all alike.
  const rounds: ReadResult[][] = [];
  const apart: ReadResult[][] = [];
  for (let round = 0; round < Number(values.runs); round += 1) {
    const measured: ReadResult[] = [];
    for (const lanes of counts) measured.push(await read(lanes, file));
    rounds.push(measured);
    apart.push(await readApart(file));
  }
  const lines = counts.map((lanes, at) => {
    const runs = rounds.map((round) => round[at] as ReadResult);
    const of = (pick: (run: ReadResult) => number) => median(runs.map(pick));
    const [{ rows, hash }] = runs as [ReadResult];
    const speedUp = median(rounds.map((round) => (round[0] as ReadResult).seconds / (round[at] as ReadResult).seconds));
    return [
      ...[
        lanes,
        perSecond(
          rows,
          of(({ seconds }) => seconds),
        ),
        `${speedUp.toFixed(2)} ×`,
      ],
      ...[
        ((1e6 * of(({ cpuSeconds }) => cpuSeconds)) / rows).toFixed(1),
        whole.format(of(({ peakMb }) => peakMb)),
        `\`${hash}\``,
      ],
    ];
  });
  const rateOf = ({ rows, seconds }: ReadResult) => rows / seconds;
  const mostOf = (own: ReadResult[]) => own.reduce((sum, result) => sum + rateOf(result), 0);
  const ceiling = median(rounds.map(([one], at) => mostOf(apart[at] ?? []) / rateOf(one as ReadResult)));
  const apartCpuUs = median(apart.flat().map(({ cpuSeconds, rows }) => (1e6 * cpuSeconds) / rows));
  const page = [
    `${hostOn(new Date().toISOString().slice(0, 10))}. \`${values.source}\`, ${whole.format(Number(values.rows))} rows, medians of ${values.runs} runs in turn, each on as many cores as it has lanes.`,
    tableOf(['lanes', 'rows/s', 'speed-up', 'CPU, µs/row', 'peak memory, MB', 'hash of what is staged'], lines),
    `Separate processes, one with one lane on each of ${allCores} cores at the same time: together ${ceiling.toFixed(2)} × as many rows/s as the first line, ${apartCpuUs.toFixed(1)} µs/row each.`,
  ].join('\n\n');
  const kept = {
    source: values.source,
    rounds: Object.fromEntries(counts.map((lanes, at) => [lanes, rounds.map((round) => round[at])])),
    apart,
  };
  writeFileSync('docs/performance/read.json', `${JSON.stringify(kept, null, 2)}\n`);
  writeMeasured('docs/performance/read.md', 'Reading in lanes', page);
  process.stdout.write(`${page}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
