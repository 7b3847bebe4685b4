import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { questions } from '../../packages/server/test/support/bench/cases.ts';
import { describeMachine, type Machine, readMachine } from '../../packages/server/test/support/bench/machine.ts';
import type { BenchOptions } from '../../packages/server/test/support/bench/options.ts';
import { writeMeasured } from '../../packages/server/test/support/bench/page.ts';
import { type CaseResult, measureSpeed } from '../../packages/server/test/support/bench/speed.ts';
import { describeResult, toChart, toTables } from '../../packages/server/test/support/bench/speed-report.ts';
import { openTargets } from '../../packages/server/test/support/bench/targets.ts';
import { inWorld, note, pages } from './scene.ts';

export interface SpeedReport {
  readonly machine: Machine;
  readonly people: number;
  readonly results: readonly CaseResult[];
}

const kept = `${pages}/speed.json`;

const orderOf = ({ name, traffic, connections }: CaseResult) =>
  `${String(questions.findIndex((question) => question.name === name)).padStart(2)} ${traffic} ${String(9999 - connections)}`;
const isSame = (a: CaseResult, b: CaseResult) => orderOf(a) === orderOf(b);

/** What earlier calls measured in a world of the same size stays, unless it was measured again. */
function keep(report: SpeedReport): SpeedReport {
  const before: SpeedReport | undefined = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : undefined;
  const earlier = before?.people === report.people ? before.results : [];
  const others = earlier.filter((one) => !report.results.some((result) => isSame(one, result)));
  const results = [...others, ...report.results].toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)));
  return { ...report, results };
}

const number = new Intl.NumberFormat('en');

function writePage({ machine, people, results }: SpeedReport, options: BenchOptions): void {
  mkdirSync(`${pages}/speed`, { recursive: true });
  const shown = [...new Set(results.map(({ connections }) => connections))].toSorted((a, b) => b - a);
  for (const count of shown) writeFileSync(`${pages}/speed/ratios-${count}.svg`, toChart(results, count));
  writeFileSync(kept, `${JSON.stringify({ machine, people, results })}\n`);
  const charts = shown.map((count) => `![Ratios on ${count} connections](speed/ratios-${count}.svg)`);
  const facts = `${describeMachine(machine)} A world of ${number.format(people)} people; ${options.rounds} rounds, each way ${options.seconds} s in a round.`;
  const measured = [facts, ...charts, toTables(results, options.perSecond)].join('\n\n');
  writeMeasured(`${pages}/speed.md`, 'Speed, measured', measured);
}

/** Counts the people of a world that somebody else loaded. */
const peopleSql = 'SELECT count(*)::int AS people FROM employment WHERE NOT removed';

export function runSpeed(options: BenchOptions): Promise<number> {
  const [size = 0] = options.worlds;
  return inWorld(options, size, async ({ place }) => {
    const targets = await openTargets(place, { workers: options.workers });
    try {
      const onResult = (result: CaseResult) => note(describeResult(result));
      const results = await measureSpeed({ place, targets, note, onResult }, options);
      const people = options.given ? (await place.pool.query(peopleSql)).rows[0].people : size;
      const report = { machine: await readMachine(place), people, results };
      if (options.writes) writePage(keep(report), options);
      process.stdout.write(`${describeMachine(report.machine)}\n\n${toTables(results, options.perSecond)}\n`);
      return 0;
    } finally {
      await targets.close();
    }
  });
}
