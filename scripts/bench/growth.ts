import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type GrowthPoint, measureGrowth } from '../../packages/server/test/support/bench/growth.ts';
import { toGrowthCharts, toGrowthTable } from '../../packages/server/test/support/bench/growth-report.ts';
import { describeMachine, type Machine, readMachine } from '../../packages/server/test/support/bench/machine.ts';
import type { BenchOptions } from '../../packages/server/test/support/bench/options.ts';
import { writeMeasured } from '../../packages/server/test/support/bench/page.ts';
import { inWorld, note, pages } from './scene.ts';

export interface GrowthReport {
  readonly machine: Machine;
  readonly points: readonly GrowthPoint[];
}

const kept = `${pages}/growth.json`;

/** Sizes of earlier calls stay: a large world is not measured again for a small one. */
function keep(machine: Machine, point: GrowthPoint): GrowthReport {
  const before: readonly GrowthPoint[] = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')).points : [];
  const points = [...before.filter(({ people }) => people !== point.people), point];
  return { machine, points: points.sort((a, b) => a.people - b.people) };
}

function writePage(report: GrowthReport): void {
  mkdirSync(`${pages}/growth`, { recursive: true });
  writeFileSync(kept, `${JSON.stringify(report)}\n`);
  const charts = Object.entries(toGrowthCharts(report.points));
  for (const [name, svg] of charts) writeFileSync(`${pages}/growth/${name}.svg`, svg);
  const shown = charts.map(([name]) => `![${name}](growth/${name}.svg)`);
  const measured = [describeMachine(report.machine), toGrowthTable(report.points), ...shown].join('\n\n');
  writeMeasured(`${pages}/growth.md`, 'Growth, measured', measured);
}

export async function runGrowth(options: BenchOptions): Promise<number> {
  const points: GrowthPoint[] = [];
  for (const people of options.worlds) {
    await inWorld(options, people, async ({ place }) => {
      const point = await measureGrowth(place, { ...options, people }, note);
      points.push(point);
      if (options.writes) writePage(keep(await readMachine(place), point));
    });
  }
  process.stdout.write(`${toGrowthTable(points)}\n`);
  return 0;
}
