import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeRegister } from '../../../testing/src/synthetic/write.ts';
import { type Section, type Stamp, stamp, stampText } from '../report/results.ts';
import { median } from '../report/statistics.ts';
import { inParagraphs, perSecond, tableOf, whole } from '../report/text.ts';
import type { ReadResult } from './read-only.ts';

export interface ReadReport extends Stamp {
  readonly source: string;
  /** The results of each number of lanes, in turn. */
  readonly rounds: Readonly<Record<string, readonly ReadResult[]>>;
}

export interface ReadOrder {
  readonly source: string;
  readonly rows: number;
  readonly lanes: readonly number[];
  readonly runs: number;
}

const program = join(import.meta.dirname, 'read-only.ts');

/** In a process of its own on as many cores as lanes, so that its CPU time and memory are those of the reading alone. */
async function readWith(lanes: number, source: string, file: string, folder: string): Promise<ReadResult> {
  const cores = `0-${Math.min(lanes, availableParallelism()) - 1}`;
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache') };
  const command = ['--cpu-list', cores, process.execPath, program, source, String(lanes), file];
  const { stdout } = await promisify(execFile)('taskset', command, { env });
  return JSON.parse(stdout) as ReadResult;
}

/** Reads a register with each number of lanes and discards the rows. */
export async function measureRead({ source, rows, lanes, runs }: ReadOrder): Promise<ReadReport> {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-read-'));
  try {
    const file = join(folder, 'register');
    await writeRegister({ source, rows }, file);
    const rounds = new Map(lanes.map((count): [number, ReadResult[]] => [count, []]));
    // In turn, so that a busy moment of the machine affects all alike.
    for (let run = 0; run < runs; run += 1)
      for (const [count, own] of rounds) own.push(await readWith(count, source, file, folder));
    return { ...stamp(), source, rounds: Object.fromEntries(rounds) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const readSection: Section<ReadReport> = {
  page: 'loading',
  name: 'read',
  toText({ source, rounds, ...on }) {
    const [first = []] = Object.values(rounds);
    const lines = Object.entries(rounds).map(([lanes, runs]) => {
      const of = (pick: (run: ReadResult) => number) => median(runs.map(pick));
      const rows = runs[0]?.rows ?? 0;
      const seconds = of((run) => run.seconds);
      const speedUp = median(runs.map((run, at) => (first[at]?.seconds ?? 0) / run.seconds));
      return [
        ...[lanes, perSecond(rows, seconds), `${speedUp.toFixed(2)} ×`],
        ((1e6 * of(({ cpuSeconds }) => cpuSeconds)) / rows).toFixed(1),
        whole.format(of(({ peakMb }) => peakMb)),
        `\`${runs[0]?.hash}\``,
      ];
    });
    return inParagraphs([
      `${stampText(on)} \`${source}\`, ${whole.format(first[0]?.rows ?? 0)} rows, medians of ${first.length} runs.`,
      tableOf(['lanes', 'rows/s', 'speed-up', 'CPU, µs/row', 'peak memory, MB', 'hash of what is staged'], lines),
    ]);
  },
};
