import { Plot, ticksOf } from './plot.tsx';

interface Series {
  readonly label: string;
  readonly values: readonly number[];
  /** Such as `fill-series-1`. */
  readonly color: string;
}

interface ColumnChartProps {
  readonly label: string;
  readonly series: readonly Series[];
  readonly places: readonly string[];
  readonly formatTick: (tick: number) => string;
  readonly height?: number;
}

/** Stacked columns over time. Each column says its values when pointed at. */
export function ColumnChart({ label, series, places, formatTick, height = 190 }: ColumnChartProps) {
  const sums = places.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  return (
    <Plot label={label} height={height} ticks={ticksOf(Math.max(0, ...sums))} formatTick={formatTick} places={places}>
      {({ x, y, step }) =>
        places.map((place, at) => {
          let base = 0;
          const title = series.map((one) => `${one.label}: ${formatTick(one.values[at] ?? 0)}`).join(', ');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is its position
            <g key={at}>
              <title>{`${place}. ${title}`}</title>
              {series.map((one) => {
                const value = one.values[at] ?? 0;
                if (value === 0) return null;
                const from = y(base);
                base += value;
                return (
                  <rect
                    key={one.label}
                    x={x(at) - step * 0.36}
                    width={step * 0.72}
                    y={y(base)}
                    height={Math.max(1, from - y(base) - 0.5)}
                    className={one.color}
                  />
                );
              })}
            </g>
          );
        })
      }
    </Plot>
  );
}
