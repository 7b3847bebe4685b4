import type { AccountUsage } from '@orgdex/contract';
import { ColumnChart } from '../../charts/column-chart.tsx';
import { Figures } from '../../components/figures.tsx';
import { formatMonthDay, formatNumber, formatShort } from '../../format.ts';

type Counted = Pick<AccountUsage, 'day' | 'operation' | 'count'>;

const colors = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5'] as const;
const fills = {
  'series-1': 'fill-series-1',
  'series-2': 'fill-series-2',
  'series-3': 'fill-series-3',
  'series-4': 'fill-series-4',
  'series-5': 'fill-series-5',
};
const swatches = {
  'series-1': 'bg-series-1',
  'series-2': 'bg-series-2',
  'series-3': 'bg-series-3',
  'series-4': 'bg-series-4',
  'series-5': 'bg-series-5',
};
const colorOf = (at: number) => colors[Math.min(at, colors.length - 1)] ?? 'series-5';

const sum = (counts: readonly Counted[]): number => counts.reduce((total, { count }) => total + count, 0);

/** Metered responses by day and operation. */
export function UsageChart({ usage, days }: { usage: readonly Counted[]; days: readonly string[] }) {
  const byOperation = [...Map.groupBy(usage, ({ operation }) => operation)].sort(([, a], [, b]) => sum(b) - sum(a));
  const figures = [
    { label: 'All', value: formatNumber(sum(usage)) },
    ...byOperation.map(([operation, counts], at) => ({
      label: (
        <span className="flex items-center gap-1.5">
          <span className={`size-2.5 rounded-sm ${swatches[colorOf(at)]}`} aria-hidden="true" />
          <code>{operation}</code>
        </span>
      ),
      value: formatNumber(sum(counts)),
    })),
  ];
  const valuesOf = (counts: readonly Counted[]) => days.map((day) => sum(counts.filter((one) => one.day === day)));
  return (
    <>
      <Figures figures={figures} className="border-b border-edge" />
      {usage.length === 0 ? (
        <p className="px-4 py-8 text-center text-ink-2">No metered responses in this time.</p>
      ) : (
        <div className="px-4 py-3">
          <ColumnChart
            label={`Metered responses by day, ${formatNumber(sum(usage))} in all`}
            series={byOperation.map(([label, counts], at) => ({
              label,
              values: valuesOf(counts),
              color: fills[colorOf(at)],
            }))}
            places={days.map(formatMonthDay)}
            formatTick={formatShort}
          />
        </div>
      )}
    </>
  );
}
