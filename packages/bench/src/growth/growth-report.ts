import { drawLines, type LineChart } from '../report/line-chart.ts';
import { tableOf, whole } from '../report/page.ts';
import type { Holdings } from '../speed/storage-size.ts';
import type { CaseResult } from '../speed/speed.ts';
import { middleOf, titleOf } from '../speed/speed-report.ts';
import type { GrowthPoint } from './growth.ts';

type Show = (point: GrowthPoint) => number | undefined;
interface Curve {
  readonly words: string;
  readonly unit: string;
  readonly of: Show;
}

const resultOf = ({ results }: GrowthPoint, name: string) => results.find((result) => result.name === name);

/** A figure of one question in each world. */
const ofCase =
  (name: string, figure: (result: CaseResult) => number | undefined): Show =>
  (point) => {
    const result = resultOf(point, name);
    return result && figure(result);
  };

/** Of the whole index in one copy; with a company its roster. */
const bytesOf = ({ companies, holdings: { engine } }: GrowthPoint, kind: keyof Holdings['engine']): number =>
  engine[kind].bytes / (kind === 'company' ? companies : engine[kind].count);
const indexMbOf = ({ holdings: { engine } }: GrowthPoint): number =>
  Object.values(engine).reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;

const cpuOf = (result: CaseResult) => middleOf(result, 'on', (seen) => seen.serviceCpuUs + seen.engineCpuUs);
const asked = [
  ['lookup', 'lookup-id'],
  ['search', 'people-position-1-200'],
] as const;

/** The curves of each picture; the table shows all of them. */
const pictures: Readonly<Record<string, { title: string; yAxis: string; curves: readonly Curve[] }>> = {
  latency: {
    title: 'Latency and the size of the world',
    yAxis: 'ms',
    curves: asked.flatMap(([words, name]) => [
      { words: `${words} p50`, unit: 'ms', of: ofCase(name, ({ latency }) => latency?.on.p50Ms) },
      { words: `${words} p99`, unit: 'ms', of: ofCase(name, ({ latency }) => latency?.on.p99Ms) },
    ]),
  },
  cpu: {
    title: 'CPU per request and the size of the world',
    yAxis: 'µs a request',
    curves: asked.flatMap(([words, name]) => [
      { words, unit: 'µs', of: ofCase(name, cpuOf) },
      {
        words: `${words}, engine alone`,
        unit: 'µs',
        of: ofCase(name, (one) => middleOf(one, 'on', (seen) => seen.engineCpuUs)),
      },
    ]),
  },
  bytes: {
    title: 'Bytes in the engine, for each company, identifier and person',
    yAxis: 'bytes',
    curves: (['company', 'identifier', 'person'] as const).map((kind) => ({
      words: kind,
      unit: 'bytes',
      of: (point) => bytesOf(point, kind),
    })),
  },
  memory: {
    title: 'Memory and the size of the world',
    yAxis: 'MB',
    curves: [
      { words: 'service', unit: 'MB', of: ({ memory }) => memory.serviceMb },
      { words: 'engine', unit: 'MB', of: ({ memory }) => memory.engineMb },
      { words: 'heap of the fullest engine node', unit: 'MB', of: ({ memory }) => memory.engineHeapMb },
      { words: 'index on disk', unit: 'MB', of: indexMbOf },
    ],
  },
  rebuild: {
    title: 'Time of a rebuild and the size of the world',
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

/** Each picture that has something to show, by its name. */
export function toGrowthCharts(points: readonly GrowthPoint[]): Record<string, string> {
  const drawn = Object.entries(pictures).flatMap(([name, { title, yAxis, curves }]) => {
    const series = curves.map((curve) => seriesOf(points, curve)).filter((one) => one.points.length > 0);
    return series.length > 0 ? [[name, drawLines({ title, yAxis, xAxis: 'people in the world', series })]] : [];
  });
  return Object.fromEntries(drawn);
}

const show = (value: number | undefined): string => {
  if (value === undefined) return '–';
  return value < 100 ? value.toPrecision(3) : whole.format(value);
};

/** What the largest world takes, to the world of a hundred thousand people. */
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
  return `${tableOf(head, [companies, days, ...lines])}\n\nLookup: ${titleOf(asked[0][1])}; search: ${titleOf(asked[1][1])}; each request another company, all on.`;
}
