import { mkdirSync, writeFileSync } from 'node:fs';
import { queryRow } from '../../../server/src/stores/postgres/pool.ts';
import { describeMachine, readMachine } from '../../src/report/machine.ts';
import { writeMeasured } from '../../src/report/page.ts';
import { cases } from '../../src/speed/cases.ts';
import type { Conditions } from '../../src/speed/conditions.ts';
import type { BenchOptions } from '../../src/speed/options.ts';
import { type CaseResult, measureSpeed } from '../../src/speed/speed.ts';
import { describeResult, toChart, toTables } from '../../src/speed/speed-report.ts';
import { openTargets } from '../../src/speed/targets.ts';
import { note, pages, readKept, withDataset } from './shared.ts';

export interface SpeedReport extends Conditions {
  readonly people: number;
  /** The date of the oldest result. */
  readonly since: string;
  readonly results: readonly CaseResult[];
}

const kept = `${pages}/speed.json`;

const orderOf = ({ name, traffic, connections, workers = 1 }: CaseResult) =>
  `${String(cases.findIndex((benchCase) => benchCase.name === name)).padStart(2)} ${traffic} ${String(9999 - connections)} ${String(workers).padStart(3)}`;
const isSame = (a: CaseResult, b: CaseResult) => orderOf(a) === orderOf(b);

/** Keeps results of earlier runs under the same conditions and with a dataset of the same size. */
function keep(report: SpeedReport): SpeedReport {
  const before = readKept<SpeedReport>(kept, report);
  const earlier = before?.people === report.people ? before.results : [];
  const others = earlier.filter((one) => !report.results.some((result) => isSame(one, result)));
  const results = [...others, ...report.results].toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)));
  return { ...report, results, since: others.length > 0 && before ? before.since : report.since };
}

const number = new Intl.NumberFormat('en');

function describeReport({ machine, people, rounds, seconds, since }: SpeedReport): string {
  const begun = since === machine.day ? '' : ` The oldest results are from ${since}.`;
  return `${describeMachine(machine)}${begun} A dataset of ${number.format(people)} people; ${rounds} rounds, ${seconds} s per variant in each round.`;
}

function writePage(report: SpeedReport): void {
  const { results, perSecond } = report;
  mkdirSync(`${pages}/speed`, { recursive: true });
  const shown = [...new Set(results.map(({ connections }) => connections))].toSorted((a, b) => b - a);
  for (const count of shown) writeFileSync(`${pages}/speed/ratios-${count}.svg`, toChart(results, count));
  writeFileSync(kept, `${JSON.stringify(report)}\n`);
  const charts = shown.map((count) => `![Ratios on ${count} connections](speed/ratios-${count}.svg)`);
  const measured = [describeReport(report), ...charts, toTables(results, perSecond)].join('\n\n');
  writeMeasured(`${pages}/speed.md`, 'Speed', measured);
}

/** The size of an existing dataset. */
const peopleSql = 'SELECT count(*)::int AS people FROM employment WHERE NOT removed';

export function runSpeed(options: BenchOptions): Promise<number> {
  const { rounds, seconds, perSecond, datasets } = options;
  const [size = 0] = datasets;
  return withDataset(options, size, async ({ installation }) => {
    const targets = await openTargets(installation, { workers: options.workers });
    try {
      const onResult = (result: CaseResult) => note(describeResult(result));
      const results = await measureSpeed({ installation, targets, note, onResult }, options);
      const people = options.given ? (await queryRow<{ people: number }>(installation.pool, peopleSql)).people : size;
      const machine = await readMachine(installation);
      const report = { machine, rounds, seconds, perSecond, people, since: machine.day, results };
      if (options.writes) writePage(keep(report));
      process.stdout.write(`${describeReport(report)}\n\n${toTables(results, perSecond)}\n`);
      return 0;
    } finally {
      await targets.close();
    }
  });
}
