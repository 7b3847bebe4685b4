import { drawLines, type LineChart } from '../report/line-chart.ts';
import { tableOf, whole } from '../report/page.ts';
import type { CaseResult } from '../speed/speed.ts';
import { medianOf, titleOf } from '../speed/speed-report.ts';
import type { GrowthPoint } from './growth.ts';

type Show = (point: GrowthPoint) => number | undefined;
interface Curve {
  readonly words: string;
  readonly unit: string;
  readonly of: Show;
}

const resultOf = ({ results }: GrowthPoint, name: string) => results.find((result) => result.name === name);

/** A figure of one case with each dataset. */
const ofCase =
  (name: string, figure: (result: CaseResult) => number | undefined): Show =>
  (point) => {
    const result = resultOf(point, name);
    return result && figure(result);
  };

/** Bytes of one copy of the index. The bytes of a company include its roster. */
const bytesOf = (
  { companies, storage: { opensearch } }: GrowthPoint,
  kind: 'company' | 'identifier' | 'person',
): number => opensearch[kind].bytes / (kind === 'company' ? companies : opensearch[kind].count);
const indexMbOf = ({ storage: { opensearch } }: GrowthPoint): number =>
  Object.values(opensearch).reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;

const cpuOf = (result: CaseResult) =>
  medianOf(result, 'fullService', (seen) => seen.serviceCpuUs + seen.opensearchCpuUs);
const measuredCases = [
  ['lookup', 'lookup-id'],
  ['search', 'people-position-1-200'],
] as const;

/** The curves of each chart; the table shows all of them. */
const pictures: Readonly<Record<string, { title: string; yAxis: string; curves: readonly Curve[] }>> = {
  latency: {
    title: 'Latency by dataset size',
    yAxis: 'ms',
    curves: measuredCases.flatMap(([words, name]) => [
      { words: `${words} p50`, unit: 'ms', of: ofCase(name, ({ latency }) => latency?.fullService.p50Ms) },
      { words: `${words} p99`, unit: 'ms', of: ofCase(name, ({ latency }) => latency?.fullService.p99Ms) },
    ]),
  },
  cpu: {
    title: 'CPU per request by dataset size',
    yAxis: 'µs per request',
    curves: measuredCases.flatMap(([words, name]) => [
      { words, unit: 'µs', of: ofCase(name, cpuOf) },
      {
        words: `${words}, OpenSearch part`,
        unit: 'µs',
        of: ofCase(name, (one) => medianOf(one, 'fullService', (seen) => seen.opensearchCpuUs)),
      },
    ]),
  },
  bytes: {
    title: 'Bytes in OpenSearch per company, identifier and person',
    yAxis: 'bytes',
    curves: (['company', 'identifier', 'person'] as const).map((kind) => ({
      words: kind,
      unit: 'bytes',
      of: (point) => bytesOf(point, kind),
    })),
  },
  memory: {
    title: 'Memory by dataset size',
    yAxis: 'MB',
    curves: [
      { words: 'service', unit: 'MB', of: ({ memory }) => memory.serviceMb },
      { words: 'opensearch', unit: 'MB', of: ({ memory }) => memory.opensearchMb },
      { words: 'heap of the fullest OpenSearch node', unit: 'MB', of: ({ memory }) => memory.opensearchHeapMb },
      { words: 'index on disk', unit: 'MB', of: indexMbOf },
    ],
  },
  rebuild: {
    title: 'Rebuild time by dataset size',
    yAxis: 'seconds',
    curves: [{ words: 'orgdex rebuild', unit: 's', of: ({ rebuildSeconds }) => rebuildSeconds }],
  },
};

function seriesOf(points: readonly GrowthPoint[], { words, of }: Curve): LineChart['series'][number] {
  return {
    words,
    points: points.flatMap((point) => {
      const value = of(point);
      return value === undefined ? [] : [[point.people, value] as const];
    }),
  };
}

/** The charts with data, by name. */
export function toGrowthCharts(points: readonly GrowthPoint[]): Record<string, string> {
  const drawn = Object.entries(pictures).flatMap(([name, { title, yAxis, curves }]) => {
    const series = curves.map((curve) => seriesOf(points, curve)).filter((one) => one.points.length > 0);
    return series.length > 0 ? [[name, drawLines({ title, yAxis, xAxis: 'people in the dataset', series })]] : [];
  });
  return Object.fromEntries(drawn);
}

const show = (value: number | undefined): string => {
  if (value === undefined) return '–';
  return value < 100 ? value.toPrecision(3) : whole.format(value);
};

/** The largest dataset relative to the dataset of 100,000 people. */
function growthOf(points: readonly GrowthPoint[], { of }: Curve): string {
  const [from, to] = [points.find(({ people }) => people === 100_000), points.at(-1)];
  const [before, after] = [from && of(from), to && of(to)];
  return before && after && from !== to ? (after / before).toFixed(2) : '–';
}

export function toGrowthTable(points: readonly GrowthPoint[]): string {
  const curves = Object.entries(pictures).flatMap(([name, picture]) =>
    picture.curves.map((curve) => ({ ...curve, words: `${name}: ${curve.words}, ${curve.unit}` })),
  );
  const head = ['people', ...points.map(({ people }) => whole.format(people)), 'largest ÷ 100,000'];
  const companies = ['companies', ...points.map((point) => whole.format(point.companies)), ''];
  const days = ['measured', ...points.map(({ day }) => day), ''];
  const lines = curves.map((curve) => [
    curve.words,
    ...points.map((point) => show(curve.of(point))),
    growthOf(points, curve),
  ]);
  return [
    `${tableOf(head, [companies, days, ...lines])}\n\nLookup: ${titleOf(measuredCases[0][1])};`,
    `search: ${titleOf(measuredCases[1][1])}; unique keys, full service.`,
  ].join(' ');
}
