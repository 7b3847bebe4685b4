import type { ServiceStatus } from '@orgdex/contract';
import type { ReactNode } from 'react';
import { ColumnChart } from '../../charts/column-chart.tsx';
import { LineChart } from '../../charts/line-chart.tsx';
import { Legend } from '../../charts/stacked-bar.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatClock, formatNumber, formatShare } from '../../format.ts';

type Point = ServiceStatus['series']['points'][number];

interface ChartPanelProps {
  readonly title: string;
  readonly figure: string;
  readonly note: ReactNode;
  readonly legend?: readonly { label: string; color: string }[];
  readonly children: ReactNode;
}

const ChartPanel = ({ title, figure, note, legend, children }: ChartPanelProps) => (
  <Panel title={title} note={legend ? undefined : 'Last hour'} controls={legend && <Legend parts={legend} />}>
    <p className="px-4 pt-3">
      <span className="text-2xl font-semibold">{figure}</span> <span className="text-ink-3">{note}</span>
    </p>
    <div className="px-4 py-3">{children}</div>
  </Panel>
);

/** Several points as one, so that the columns do not get too thin. */
function groupPoints(points: readonly Point[], size: number): Point[][] {
  const groups: Point[][] = [];
  for (let at = 0; at < points.length; at += size) groups.push(points.slice(at, at + size));
  return groups;
}

const sumOf = (
  points: readonly Point[],
  field: 'requests' | 'not_found' | 'limited' | 'other_client_errors' | 'server_errors',
) => points.reduce((sum, point) => sum + point[field], 0);

const errorParts = [
  ['not_found', '404', 'series-5'],
  ['limited', '429', 'mark-warn'],
  ['other_client_errors', 'Other 4xx', 'series-4'],
  ['server_errors', '5xx', 'mark-bad'],
] as const;
const fills: Record<string, string> = {
  'series-5': 'fill-series-5',
  'mark-warn': 'fill-mark-warn',
  'series-4': 'fill-series-4',
  'mark-bad': 'fill-mark-bad',
};
const swatches: Record<string, string> = {
  'series-5': 'bg-series-5',
  'mark-warn': 'bg-mark-warn',
  'series-4': 'bg-series-4',
  'mark-bad': 'bg-mark-bad',
};

const milliseconds = (value: number): string => `${formatNumber(Math.round(value * 10) / 10)} ms`;
const seconds = (value: number): string => `${formatNumber(Math.round(value * 10) / 10)} s`;

/** An hour of requests, response times, errors and publish lag. */
export function SeriesPanels({
  series,
  lag,
  pending,
}: {
  series: ServiceStatus['series'];
  lag: number | null;
  pending: string;
}) {
  const { points, step_seconds: step } = series;
  const places = points.map(({ at }) => formatClock(at));
  const last = points.at(-1);
  const rates = points.map(({ requests }) => requests / step);
  const groups = groupPoints(points, Math.max(1, Math.ceil(points.length / 24)));
  const requests = sumOf(points, 'requests');
  const errors = errorParts.reduce((sum, [field]) => sum + sumOf(points, field), 0);
  const withTime = points.findLast(({ p50_ms }) => p50_ms !== null);
  if (points.length === 0) {
    return (
      <section className="panel px-4 py-8 text-center text-ink-2 xl:col-span-2">
        The first sample comes within a minute of the start.
      </section>
    );
  }
  return (
    <>
      <ChartPanel
        title="Requests"
        figure={(rates.at(-1) ?? 0).toFixed(1)}
        note={`a second, peak ${Math.max(...rates).toFixed(1)}`}
      >
        <LineChart
          label={`Requests a second in the last hour: now ${(rates.at(-1) ?? 0).toFixed(1)}, peak ${Math.max(...rates).toFixed(1)}`}
          lines={[{ label: 'Requests', values: rates, color: 'stroke-series-1' }]}
          places={places}
          formatTick={formatNumber}
          isArea
        />
      </ChartPanel>
      <ChartPanel
        title="Response time"
        figure={withTime?.p50_ms == null ? '–' : withTime.p50_ms.toFixed(1)}
        note={withTime?.p99_ms == null ? 'ms p50' : `ms p50, ${milliseconds(withTime.p99_ms)} p99`}
        legend={[
          { label: 'p50', color: 'bg-series-1' },
          { label: 'p99', color: 'bg-series-4' },
        ]}
      >
        <LineChart
          label={`Response time in the last hour: p50 ${withTime?.p50_ms ?? 'unknown'} ms, p99 ${withTime?.p99_ms ?? 'unknown'} ms`}
          lines={[
            { label: 'p50', values: points.map(({ p50_ms }) => p50_ms), color: 'stroke-series-1' },
            { label: 'p99', values: points.map(({ p99_ms }) => p99_ms), color: 'stroke-series-4' },
          ]}
          places={places}
          formatTick={milliseconds}
        />
      </ChartPanel>
      <ChartPanel
        title="Errors and refusals"
        figure={requests === 0 ? '–' : formatShare(errors / requests)}
        note={`of ${formatNumber(requests)} requests, ${formatNumber(sumOf(points, 'server_errors'))} were 5xx`}
        legend={errorParts.map(([, label, color]) => ({ label, color: swatches[color] ?? '' }))}
      >
        <ColumnChart
          label={`Errors in the last hour: ${errorParts.map(([field, label]) => `${label} ${sumOf(points, field)}`).join(', ')}`}
          series={errorParts.map(([field, label, color]) => ({
            label,
            color: fills[color] ?? '',
            values: groups.map((group) => sumOf(group, field)),
          }))}
          places={groups.map((group) => formatClock(group[0]?.at ?? ''))}
          formatTick={formatNumber}
          height={150}
        />
      </ChartPanel>
      <ChartPanel title="Publish lag" figure={lag === null ? '–' : String(Math.round(lag))} note={`s, ${pending}`}>
        <LineChart
          label={`Publish lag in the last hour: now ${last?.lag_seconds ?? 'unknown'} seconds`}
          lines={[{ label: 'Lag', values: points.map(({ lag_seconds }) => lag_seconds), color: 'stroke-series-1' }]}
          places={places}
          formatTick={seconds}
          isArea
        />
      </ChartPanel>
    </>
  );
}
