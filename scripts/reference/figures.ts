import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadCost } from '../../packages/bench/src/load/import.ts';
import type { RebuildReport, RebuildRun } from '../../packages/bench/src/load/rebuild.ts';
import { fullRun, type MatchCost } from '../../packages/bench/src/load/six.ts';
import { describeMachine } from '../../packages/bench/src/machine/machine.ts';
import type { SearchReport } from '../../packages/bench/src/quality/quality.ts';
import type { GrowthPoint, GrowthReport } from '../../packages/bench/src/speed/capacity.ts';
import { medianOf, type SpeedReport } from '../../packages/bench/src/speed/speed.ts';
import {
  type Asked,
  type Cost,
  type Figures,
  figures,
  isTrial,
} from '../../packages/server/src/cli/capacity/figures.ts';

/** The benchmark cases that measure the cost of a kind of request, with one process; of several, the first that was run is used. */
const casesOf: Readonly<Record<Asked, readonly (readonly [name: string, traffic: string])[]>> = {
  different: [['lookup-id', 'unique']],
  zipf: [['lookup-id', 'zipf']],
  small: [['people-position-1-200', 'unique']],
  large: [
    ['people-position-50000', 'unique'],
    ['people-position-2000', 'unique'],
  ],
};

/** Further digits are noise. */
const rounded = (value: number, digits = 3): number => Number(value.toPrecision(digits));

function costOf({ results }: SpeedReport, asked: Asked): Cost {
  const alone = results.filter(({ workers }) => workers === undefined);
  const found = casesOf[asked]
    .map(([name, traffic]) => alone.filter((one) => one.name === name && one.traffic === traffic))
    .find((ones) => ones.length > 0);
  const busiest = found?.toSorted((a, b) => b.connections - a.connections)[0];
  const names = casesOf[asked].map(([name, traffic]) => `${name} (${traffic})`).join(' or ');
  if (!busiest)
    throw new Error(`docs/performance/speed.json has no ${names}: npm run bench -- speed --dataset 1000000`);
  return {
    service: rounded(medianOf(busiest, 'fullService', (seen) => seen.serviceCpuUs)),
    opensearch: rounded(medianOf(busiest, 'fullService', (seen) => seen.opensearchCpuUs)),
  };
}

/** A lookup from the cache costs less; if not, the measurement was disturbed. */
function checkRepeated(cpuUs: Figures['cpuUs']): void {
  const dearer = (['service', 'opensearch'] as const).filter((side) => cpuUs.zipf[side] > cpuUs.different[side]);
  if (dearer.length === 0) return;
  const words = dearer.map((side) => `${cpuUs.zipf[side]} µs of the ${side} against ${cpuUs.different[side]} µs`);
  throw new Error(
    `docs/performance/speed.json: lookups with Zipf keys cost more than lookups with unique keys, ${words.join(' and ')}. Another process was running: measure both again on an idle machine, npm run bench -- speed --dataset 1000000 --only lookup-id`,
  );
}

function costsOf(speed: SpeedReport): Figures['cpuUs'] {
  const cpuUs = {
    different: costOf(speed, 'different'),
    zipf: costOf(speed, 'zipf'),
    small: costOf(speed, 'small'),
    large: costOf(speed, 'large'),
  };
  checkRepeated(cpuUs);
  return cpuUs;
}

type Sizes = Pick<Figures, 'opensearchBytes' | 'perCompany' | 'databaseBytes'>;

function sizesOf({ companies, storage }: GrowthPoint, { bytesPerCompany }: SearchReport): Sizes {
  const { opensearch, rosterShare, databaseBytes, responses } = storage;
  const people = opensearch.person.count;
  return {
    opensearchBytes: {
      company: rounded((opensearch.company.bytes * (1 - rosterShare)) / companies),
      roster: rounded((opensearch.company.bytes * rosterShare) / people),
      identifier: rounded(opensearch.identifier.bytes / opensearch.identifier.count),
      person: rounded(opensearch.person.bytes / people),
      search: rounded(bytesPerCompany.search),
      sources: rounded(bytesPerCompany.sources),
    },
    perCompany: {
      identifiers: rounded(opensearch.identifier.count / companies),
      rosters: rounded((opensearch.company.count - companies) / companies),
    },
    databaseBytes: {
      company: rounded(databaseBytes.company / companies),
      person: rounded(databaseBytes.person / people),
      answer: rounded(databaseBytes.response / responses),
    },
  };
}

/** The raw results of loading: an import, match runs, and rebuilds. */
export interface WorkReports {
  load: LoadCost;
  match: MatchCost;
  rebuild: RebuildReport;
}

function laneEfficiencyOf({ discarded }: RebuildReport): number {
  const rateOf = ({ documents, seconds }: RebuildRun) => documents / seconds;
  const one = discarded.find(({ lanes, cores }) => lanes === 1 && cores === 1);
  const most = discarded.filter(({ lanes, cores }) => lanes === cores).at(-1);
  if (!one || !most || most.lanes === 1)
    throw new Error('docs/performance/loading.json has no lanes to compare: npm run bench -- load rebuild --lanes 1,2');
  return rounded(rateOf(most) / rateOf(one) / most.lanes);
}

function workOf({ load, match, rebuild }: WorkReports): Figures['work'] {
  const perRow = (seconds: number) => rounded((seconds * 1e6) / load.rows);
  const full = match.times.find(({ name }) => name === fullRun);
  const written = rebuild.written.at(-1);
  if (!full || !written) throw new Error('docs/performance/loading.json has no complete match run or no rebuild.');
  const { cpuSeconds = 0, postgresCpuSeconds = 0 } = full;
  const perDocument = (seconds: number) => rounded((seconds * 1e6) / written.documents);
  return {
    day: rebuild.measured,
    companies: rebuild.companies,
    people: rebuild.people,
    readUs: perRow(load.cpuSeconds.command),
    stageUs: perRow(load.cpuSeconds.staging),
    applyUs: perRow(load.cpuSeconds.applying),
    matchUs: rounded(((cpuSeconds + postgresCpuSeconds) * 1e6) / match.companies),
    documentUs: perDocument(written.cpuSeconds + written.storeCpuSeconds.postgres),
    indexUs: perDocument(written.storeCpuSeconds.opensearch),
    laneEfficiency: laneEfficiencyOf(rebuild),
  };
}

/** The figures of the largest dataset, since they are used to plan for larger ones. */
export function toFigures(growth: GrowthReport, speed: SpeedReport, search: SearchReport, work: WorkReports): Figures {
  const largest = growth.points.toSorted((a, b) => b.people - a.people)[0];
  if (!largest) throw new Error('docs/performance/capacity.json has no dataset: npm run bench -- capacity');
  const { people, companies, day, memory } = largest;
  return {
    growth: { people, companies, day },
    speed: { people: speed.people, day: speed.machine.day },
    search: { companies: search.companies, day: search.measured },
    machine: describeMachine(growth.machine),
    ...sizesOf(largest, search),
    cpuUs: costsOf(speed),
    serviceMb: rounded(memory.serviceMb),
    opensearchHeapMb: rounded(memory.opensearchHeapMb),
    work: workOf(work),
  };
}

/** The file and the section of each raw result. */
const files = {
  growth: ['capacity', 'growth'],
  speed: ['speed', 'speed'],
  search: ['quality', 'search'],
  load: ['loading', 'load'],
  match: ['loading', 'match'],
  rebuild: ['loading', 'rebuild'],
} as const;

const rawResults = join(import.meta.dirname, '../../docs/performance');

/**
 * The figures from the raw results. Only trial figures may exist without them.
 * @param kept the figures that were derived before
 */
export function currentFigures(folder = rawResults, kept = figures): Figures {
  const read = ([page, section]: readonly [string, string]) => {
    const file = join(folder, `${page}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8'))[section] : undefined;
  };
  const found = Object.values(files).map((place) => [place, read(place)] as const);
  const missing = found
    .filter(([, result]) => result === undefined)
    .map(([[page, section]]) => `${page}.json: ${section}`);
  if (missing.length > 0 && isTrial(kept)) return kept;
  if (missing.length > 0)
    throw new Error(
      `docs/performance has no ${missing.join(' and no ')}, from which the capacity figures are derived. Restore it from the last commit, or measure again with npm run bench: capacity, speed, quality search, load.`,
    );
  const work = { load: read(files.load), match: read(files.match), rebuild: read(files.rebuild) };
  return toFigures(read(files.growth), read(files.speed), read(files.search), work);
}
