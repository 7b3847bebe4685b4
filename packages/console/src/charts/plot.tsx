import type { ReactNode } from 'react';

const plotWidth = 560;
const left = 60;
const right = 8;
const top = 6;
const bottom = 22;

interface PlotProps {
  readonly label: string;
  readonly height: number;
  readonly ticks: readonly number[];
  readonly formatTick: (tick: number) => string;
  /** Labels below, one for each place. */
  readonly places: readonly string[];
  readonly children: (scale: Scale) => ReactNode;
}

export interface Scale {
  /** The middle of a place. */
  x(at: number): number;
  y(value: number): number;
  /** The room of one place. */
  readonly step: number;
}

/** The frame of a chart over time: horizontal lines, their values, and labels below. */
export function Plot({ label, height, ticks, formatTick, places, children }: PlotProps) {
  const max = ticks.at(-1) ?? 1;
  const step = (plotWidth - left - right) / Math.max(1, places.length);
  const scale: Scale = {
    step,
    x: (at) => left + step * (at + 0.5),
    y: (value) => height - bottom - (value / max) * (height - top - bottom),
  };
  return (
    <svg viewBox={`0 0 ${plotWidth} ${height}`} className="w-full" role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={plotWidth - right} y1={scale.y(tick)} y2={scale.y(tick)} className="stroke-grid" />
          <text x={left - 8} y={scale.y(tick) + 4} textAnchor="end" className="fill-ink-3 text-[11px]">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {labelPlaces(places.length, 6).map((at) => (
        <text
          key={at}
          x={Math.min(scale.x(at), plotWidth - right - 16)}
          y={height - 5}
          textAnchor="middle"
          className="fill-ink-3 text-[11px]"
        >
          {places[at]}
        </text>
      ))}
      {children(scale)}
    </svg>
  );
}

/** Round steps for an axis: 1, 2 or 5 times a power of ten. */
export function ticksOf(max: number, count = 3): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < max) ticks.push((ticks.at(-1) ?? 0) + step);
  // Sums of decimals have rounding errors.
  return ticks.map((tick) => Number(tick.toPrecision(12)));
}

/** Every n-th place of a list, so that labels do not touch; the last one always. */
export function labelPlaces(length: number, maxLabels: number): number[] {
  const every = Math.max(1, Math.ceil(length / maxLabels));
  return Array.from({ length }, (_, at) => at).filter((at) => (length - 1 - at) % every === 0);
}
