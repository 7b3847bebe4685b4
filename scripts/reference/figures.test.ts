import { expect, test } from 'vitest';
import type { SearchReport } from '../../packages/bench/src/quality/quality.ts';
import type { GrowthReport } from '../../packages/bench/src/speed/capacity.ts';
import type { Sample } from '../../packages/bench/src/speed/rounds.ts';
import type { CaseResult, SpeedReport } from '../../packages/bench/src/speed/speed.ts';
import { currentFigures, toFigures as figuresOf, type WorkReports } from './figures.ts';

const conditions = {
  machine: { cores: 2, memoryGib: 24, nodes: 1, versions: ['Node 24'], day: '2026-01-01' },
  rounds: 5,
  seconds: 3,
  perSecond: 100,
};

const pointOf = (people: number): GrowthReport['points'][number] => ({
  people,
  companies: people / 4,
  day: '2026-01-01',
  rebuildSeconds: people / 1000,
  results: [],
  storage: {
    opensearch: {
      company: { count: people / 2, bytes: people * 250 },
      identifier: { count: people / 2, bytes: people * 40 },
      person: { count: people, bytes: people * 260 },
    },
    rosterShare: 0.2,
    databaseBytes: { company: people * 500, person: people * 1000, response: 190_000 },
    responses: 1000,
  },
  memory: { serviceMb: 150, opensearchMb: 1500, opensearchHeapMb: 400 },
});

const seen = (serviceCpuUs: number, opensearchCpuUs: number): Sample => ({
  operations: 1,
  perSecond: 1,
  p50Ms: 1,
  p90Ms: 1,
  p99Ms: 1,
  serviceCpuUs,
  opensearchCpuUs,
});

const resultOf = (name: string, traffic: CaseResult['traffic'], fullService: Sample, connections = 64): CaseResult => ({
  name,
  traffic,
  connections,
  companies: 1,
  laps: 0,
  rounds: [{ opensearchOnly: seen(0, 0), withoutAccess: seen(0, 0), fullService }],
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
  measured: '2026-01-01',
  host: '',
  companies: 2_000_000,
  seed: 2,
  found: [],
  bytesPerCompany: { company: 300, search: 650, sources: 120 },
};
const growth: GrowthReport = { ...conditions, points: [pointOf(10_000), pointOf(100_000)] };

const rebuilt = (lanes: number, cores: number, seconds: number) => ({
  lanes,
  cores,
  seconds,
  documents: 1_000_000,
  cpuSeconds: 30,
  peakMb: 200,
  storeCpuSeconds: { postgres: 10, opensearch: 60 },
});
const work: WorkReports = {
  load: {
    measured: '2026-01-01',
    host: '',
    companies: 100_000,
    people: 400_000,
    rows: 500_000,
    seconds: { reading: 20, applying: 10 },
    cpuSeconds: { command: 25, staging: 2, applying: 15 },
  },
  match: {
    measured: '2026-01-01',
    host: '',
    companies: 5_000_000,
    times: [
      { name: 'nothing changed', seconds: 1, compared: 0, linked: 0, candidates: 0, matches: '' },
      {
        name: 'everything again',
        seconds: 80,
        cpuSeconds: 100,
        postgresCpuSeconds: 50,
        compared: 1,
        linked: 0,
        candidates: 0,
        matches: '',
      },
    ],
  },
  rebuild: {
    measured: '2026-01-02',
    host: '',
    companies: 1_000_000,
    people: 4_000_000,
    discarded: [rebuilt(1, 1, 40), rebuilt(2, 2, 22), rebuilt(1, 2, 30)],
    written: [rebuilt(1, 2, 60), rebuilt(2, 2, 50)],
  },
};
const toFigures = (...[growth, speed, search]: [GrowthReport, SpeedReport, SearchReport]) =>
  figuresOf(growth, speed, search, work);

test('the cost of loading is CPU time, and lanes are compared on as many cores', () => {
  expect(toFigures(growth, speed, search).work).toEqual({
    day: '2026-01-02',
    companies: 1_000_000,
    people: 4_000_000,
    readUs: 50,
    stageUs: 4,
    applyUs: 30,
    matchUs: 30,
    documentUs: 40,
    indexUs: 60,
    laneEfficiency: 0.909,
  });
  const withoutLanes = { ...work, rebuild: { ...work.rebuild, discarded: [rebuilt(1, 1, 40)] } };
  expect(() => figuresOf(growth, speed, search, withoutLanes)).toThrow(/load rebuild/);
});

test('bytes per company, person and response come from the largest dataset', () => {
  const { growth: largest, opensearchBytes, perCompany, databaseBytes } = toFigures(growth, speed, search);
  expect(largest.people).toBe(100_000);
  expect(opensearchBytes).toEqual({ company: 800, roster: 50, identifier: 80, person: 260, search: 650, sources: 120 });
  expect(perCompany).toEqual({ identifiers: 2, rosters: 1 });
  expect(databaseBytes).toEqual({ company: 2000, person: 1000, answer: 190 });
});

test('CPU comes from the run with the most connections, and from the largest company that was measured', () => {
  const { cpuUs } = toFigures(growth, speed, search);
  expect(cpuUs.different).toEqual({ service: 250, opensearch: 70 });
  expect(cpuUs.large).toEqual({ service: 300, opensearch: 800 });
  const more = { ...speed, results: [...results, resultOf('people-position-50000', 'unique', seen(1, 2))] };
  expect(toFigures(growth, more, search).cpuUs.large).toEqual({ service: 1, opensearch: 2 });
});

test('results of several processes are not used', () => {
  const several = { ...resultOf('lookup-id', 'unique', seen(1, 2)), workers: 2 };
  const { cpuUs } = toFigures(growth, { ...speed, results: [several, ...results] }, search);
  expect(cpuUs.different).toEqual({ service: 250, opensearch: 70 });
});

test('a missing measurement is reported with the command to run', () => {
  expect(() => toFigures(growth, { ...speed, results: results.slice(0, 2) }, search)).toThrow(
    /lookup-id \(zipf\).*npm run bench/,
  );
  expect(() => toFigures({ ...growth, points: [] }, speed, search)).toThrow(/bench -- capacity/);
});

test.each([
  ['service', seen(251, 10)],
  ['opensearch', seen(200, 71)],
])('Zipf lookups that cost the %s more than unique ones are rejected', (side, cost) => {
  const disturbed = results.map((one) => (one.traffic === 'zipf' ? resultOf('lookup-id', 'zipf', cost) : one));
  const derive = () => toFigures(growth, { ...speed, results: disturbed }, search);
  expect(derive).toThrow(
    new RegExp(`µs of the ${side} against.*npm run bench -- speed --dataset 1000000 --only lookup-id`),
  );
});

test('only trial figures may exist without raw results', () => {
  const nowhere = '/nowhere';
  const trial = toFigures(growth, speed, search);
  expect(currentFigures(nowhere, trial)).toBe(trial);
  const full = toFigures({ ...growth, points: [pointOf(1_000_000)] }, speed, search);
  expect(() => currentFigures(nowhere, full)).toThrow('no capacity.json: growth and no speed.json: speed');
});
