import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  describeFall,
  floorOf,
  guardWorld,
  type Ratios,
  type Recorded,
  toRecorded,
} from '../../packages/server/test/support/bench/guard.ts';
import { findFallen, measureGuard } from '../../packages/server/test/support/bench/guard-run.ts';
import { describeMachine, readMachine } from '../../packages/server/test/support/bench/machine.ts';
import type { BenchOptions } from '../../packages/server/test/support/bench/options.ts';
import { tableOf, writeMeasured } from '../../packages/server/test/support/bench/page.ts';
import type { Place } from '../../packages/server/test/support/bench/place.ts';
import { inWorld, note, pages } from './scene.ts';

const file = `${pages}/guard.json`;
const advice = `See where the time goes: npm run bench -- --quick --no-write --only NAME, or node --cpu-prof. If it shall
be so, record anew and commit ${file}: npm run bench -- guard --record 20`;

/** How far the runs lie apart, and that the margin holds all of them. */
function noiseTable(recorded: Record<string, Recorded>, runs: readonly Ratios[]): string {
  const head = ['ratio to the bare engine', 'lowest', 'median', 'highest', 'margin', 'fails below', 'runs that pass'];
  const lines = Object.entries(recorded).map(([name, one]) => {
    const seen = runs.map((run) => run[name] as number);
    const passed = seen.filter((ratio) => ratio >= floorOf(one)).length;
    const figures = [Math.min(...seen), one.ratio, Math.max(...seen)].map((value) => value.toFixed(2));
    return [
      name,
      ...figures,
      `${Math.round(one.margin * 100)} %`,
      floorOf(one).toFixed(2),
      `${passed} of ${seen.length}`,
    ];
  });
  return tableOf(head, lines);
}

async function record(place: Place, times: number): Promise<number> {
  const runs: Ratios[] = [];
  for (let run = 1; run <= times; run += 1) {
    note(`run ${run} of ${times}`);
    runs.push(await measureGuard(place, note));
  }
  const recorded = toRecorded(runs);
  const table = noiseTable(recorded, runs);
  writeFileSync(file, `${JSON.stringify({ recorded, runs }, null, 2)}\n`);
  writeMeasured(`${pages}/guard.md`, 'The guard of speed', `${describeMachine(await readMachine(place))}\n\n${table}`);
  process.stdout.write(`${table}\n`);
  return 0;
}

function readRecorded(): Record<string, Recorded> {
  if (!existsSync(file)) throw new Error('Nothing is recorded yet: npm run bench -- guard --record 20');
  return JSON.parse(readFileSync(file, 'utf8')).recorded;
}

async function check(place: Place): Promise<number> {
  const recorded = readRecorded();
  const { measured, fallen } = await findFallen(place, recorded, note);
  if (fallen.length === 0) {
    note('No ratio fell.');
    return 0;
  }
  const lines = fallen.map((name) => describeFall(name, recorded[name] as Recorded, measured[name]));
  process.stderr.write(`Slower than recorded, twice:\n${lines.join('\n')}\n${advice}\n`);
  return 1;
}

export const runGuard = (options: BenchOptions): Promise<number> =>
  inWorld(options, guardWorld, ({ place }) => (options.record > 0 ? record(place, options.record) : check(place)));
