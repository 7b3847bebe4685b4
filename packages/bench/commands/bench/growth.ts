import { mkdirSync, writeFileSync } from 'node:fs';
import { type GrowthPoint, measureGrowth } from '../../src/growth/growth.ts';
import { toGrowthCharts, toGrowthTable } from '../../src/growth/growth-report.ts';
import { describeMachine, readMachine } from '../../src/report/machine.ts';
import { writeMeasured } from '../../src/report/page.ts';
import type { BenchOptions } from '../../src/speed/options.ts';
import type { Terms } from '../../src/speed/conditions.ts';
import { inWorld, note, pages, readKept } from './shared.ts';

export interface GrowthReport extends Terms {
  readonly points: readonly GrowthPoint[];
}

const kept = `${pages}/growth.json`;

/** Sizes of earlier calls stay, if they were measured in the same way, and so does a rebuild's time: they take hours. */
function keep(terms: Terms, point: GrowthPoint): GrowthReport {
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
  const facts = `${describeMachine(report.machine)} ${report.rounds} rounds, each way ${report.seconds} s in a round; latency at ${report.perSecond} requests per second.`;
  const measured = [facts, toGrowthTable(report.points), ...shown].join('\n\n');
  writeMeasured(`${pages}/growth.md`, 'Growth, measured', measured);
}

export async function runGrowth(options: BenchOptions): Promise<number> {
  const { rounds, seconds, perSecond } = options;
  const points: GrowthPoint[] = [];
  for (const people of options.worlds) {
    await inWorld(options, people, async ({ place }) => {
      const point = await measureGrowth(place, { ...options, people }, note);
      points.push(point);
      if (options.writes) writePage(keep({ machine: await readMachine(place), rounds, seconds, perSecond }, point));
    });
  }
  process.stdout.write(`${toGrowthTable(points)}\n`);
  return 0;
}
