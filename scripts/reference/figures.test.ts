import { expect, test } from 'vitest';
import type { GrowthReport } from '../../packages/bench/commands/bench/growth.ts';
import type { SpeedReport } from '../../packages/bench/commands/bench/speed.ts';
import type { SearchReport } from '../../packages/bench/src/directory/quality-page.ts';
import type { Sample } from '../../packages/bench/src/speed/rounds.ts';
import type { CaseResult } from '../../packages/bench/src/speed/speed.ts';
import { currentFigures, toFigures } from './figures.ts';

const conditions = {
  machine: { cores: 2, memoryGib: 24, nodes: 1, versions: ['Node 24'], day: '2026-01-01' },
  ...{ rounds: 5, seconds: 3, perSecond: 100 },
};

const pointOf = (people: number): GrowthReport['points'][number] => ({
  ...{ people, companies: people / 4, day: '2026-01-01', rebuildSeconds: people / 1000, results: [] },
  storage: {
    engine: {
      company: { count: people / 2, bytes: people * 250 },
      identifier: { count: people / 2, bytes: people * 40 },
      person: { count: people, bytes: people * 260 },
    },
    rosterShare: 0.2,
    ledgerBytes: { company: people * 500, person: people * 1000, response: 190_000 },
    responses: 1000,
  },
  memory: { serviceMb: 150, engineMb: 1500, engineHeapMb: 400 },
});

const seen = (serviceCpuUs: number, engineCpuUs: number): Sample => ({
  ...{ operations: 1, perSecond: 1, p50Ms: 1, p90Ms: 1, p99Ms: 1 },
  ...{ serviceCpuUs, engineCpuUs },
});

const resultOf = (name: string, traffic: CaseResult['traffic'], fullService: Sample, connections = 64): CaseResult => ({
  ...{ name, traffic, connections, companies: 1, laps: 0 },
  rounds: [{ engineOnly: seen(0, 0), withoutAccess: seen(0, 0), fullService }],
});

const results = [
  resultOf('lookup-id', 'unique', seen(900, 900), 16),
  resultOf('lookup-id', 'unique', seen(250, 70)),
  resultOf('lookup-id', 'zipf', seen(200, 10)),
  resultOf('people-position-1-200', 'unique', seen(230, 80)),
  resultOf('people-position-2000', 'unique', seen(300, 800)),
];
const speed: SpeedReport = { ...conditions, people: 1_000_000, since: '2026-01-01', results };
const search: SearchReport = {
  ...{ measured: '2026-01-01', companies: 2_000_000, seed: 2, found: [] },
  bytesPerCompany: { company: 300, search: 650, sources: 120 },
};
const growth: GrowthReport = { ...conditions, points: [pointOf(10_000), pointOf(100_000)] };

test('bytes per company, person and response come from the largest dataset', () => {
  const { growth: largest, engineBytes, perCompany, ledgerBytes, rebuildPerSecond } = toFigures(growth, speed, search);
  expect(largest.people).toBe(100_000);
  expect(engineBytes).toEqual({ company: 800, roster: 50, identifier: 80, person: 260, search: 650, sources: 120 });
  expect(perCompany).toEqual({ identifiers: 2, rosters: 1 });
  expect(ledgerBytes).toEqual({ company: 2000, person: 1000, answer: 190 });
  expect(rebuildPerSecond).toBe(2000);
});

test('CPU comes from the run with the most connections, and from the largest company that was measured', () => {
  const { cpuUs } = toFigures(growth, speed, search);
  expect(cpuUs.different).toEqual({ service: 250, engine: 70 });
  expect(cpuUs.large).toEqual({ service: 300, engine: 800 });
  const more = { ...speed, results: [...results, resultOf('people-position-50000', 'unique', seen(1, 2))] };
  expect(toFigures(growth, more, search).cpuUs.large).toEqual({ service: 1, engine: 2 });
});

test('a missing measurement is reported with the command to run', () => {
  expect(() => toFigures(growth, { ...speed, results: results.slice(0, 2) }, search)).toThrow(
    /lookup-id \(zipf\).*npm run bench/,
  );
  expect(() => toFigures({ ...growth, points: [] }, speed, search)).toThrow(/growth 10000/);
});

test.each([
  ['service', seen(251, 10)],
  ['engine', seen(200, 71)],
])('Zipf lookups that cost the %s more than unique ones are rejected', (side, cost) => {
  const disturbed = results.map((one) => (one.traffic === 'zipf' ? resultOf('lookup-id', 'zipf', cost) : one));
  const derive = () => toFigures(growth, { ...speed, results: disturbed }, search);
  expect(derive).toThrow(new RegExp(`µs of the ${side} against.*npm run bench -- --dataset 1000000 --only lookup-id`));
});

test('only trial figures may exist without raw results', () => {
  const nowhere = '/nowhere';
  const trial = toFigures(growth, speed, search);
  expect(currentFigures(nowhere, trial)).toBe(trial);
  const full = toFigures({ ...growth, points: [pointOf(1_000_000)] }, speed, search);
  expect(() => currentFigures(nowhere, full)).toThrow('no growth.json and no speed.json');
});
