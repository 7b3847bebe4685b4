import { mkdirSync, writeFileSync } from 'node:fs';
import { type GrowthPoint, measureGrowth } from '../../src/growth/growth.ts';
import { toGrowthCharts, toGrowthTable } from '../../src/growth/growth-report.ts';
import { describeMachine, readMachine } from '../../src/report/machine.ts';
import { writeMeasured } from '../../src/report/page.ts';
import type { Conditions } from '../../src/speed/conditions.ts';
import type { BenchOptions } from '../../src/speed/options.ts';
import { note, pages, readKept, withDataset } from './shared.ts';

export interface GrowthReport extends Conditions {
  readonly points: readonly GrowthPoint[];
}

const kept = `${pages}/growth.json`;

/** Keeps the sizes and rebuild times of earlier runs under the same conditions, because measuring them takes hours. */
function keep(terms: Conditions, point: GrowthPoint): GrowthReport {
  const before = readKept<GrowthReport>(kept, terms)?.points ?? [];
  const same = before.find(({ people }) => people === point.people);
  const whole = { ...point, rebuildSeconds: point.rebuildSeconds ?? same?.rebuildSeconds };
  const points = [...before.filter((one) => one !== same), whole];
  return { ...terms, points: points.sort((a, b) => a.people - b.people) };
}

function writePage(report: GrowthReport): void {
  mkdirSync(`${pages}/growth`, { recursive: true });
  writeFileSync(kept, `${JSON.stringify(report)}\n`);
  const charts = Object.entries(toGrowthCharts(report.points));
  for (const [name, svg] of charts) writeFileSync(`${pages}/growth/${name}.svg`, svg);
  const shown = charts.map(([name]) => `![${name}](growth/${name}.svg)`);
  const facts = `${describeMachine(report.machine)} ${report.rounds} rounds, ${report.seconds} s per variant in each round; latency at ${report.perSecond} requests per second.`;
  const measured = [facts, toGrowthTable(report.points), ...shown].join('\n\n');
  writeMeasured(`${pages}/growth.md`, 'Growth', measured);
}

export async function runGrowth(options: BenchOptions): Promise<number> {
  const { rounds, seconds, perSecond } = options;
  const points: GrowthPoint[] = [];
  for (const people of options.datasets) {
    await withDataset(options, people, async ({ installation }) => {
      const point = await measureGrowth(installation, { ...options, people }, note);
      points.push(point);
      if (options.writes)
        writePage(keep({ machine: await readMachine(installation), rounds, seconds, perSecond }, point));
    });
  }
  process.stdout.write(`${toGrowthTable(points)}\n`);
  return 0;
}
