import { formatWeight } from '../format.ts';

export interface Step {
  readonly label: string;
  /** What it adds, or takes away if negative. */
  readonly weight: number;
}

interface WaterfallProps {
  readonly label: string;
  readonly start: number;
  readonly startLabel: string;
  readonly steps: readonly Step[];
  /** The result, as printed. */
  readonly result: string;
  readonly resultLabel: string;
}

/** How weights add up: each bar starts where the one before ended. A zero line divides for and against. */
export function Waterfall({ label, start, startLabel, steps, result, resultLabel }: WaterfallProps) {
  const ends = [start];
  for (const { weight } of steps) ends.push((ends.at(-1) ?? 0) + weight);
  const low = Math.min(0, ...ends);
  const span = Math.max(0, ...ends) - low || 1;
  const placeOf = (value: number) => `${(100 * (value - low)) / span}%`;
  const bars = [
    { label: startLabel, from: 0, to: start },
    ...steps.map((step, at) => ({ label: step.label, from: ends[at] ?? 0, to: ends[at + 1] ?? 0 })),
  ];
  return (
    <figure aria-label={label} className="flex flex-col gap-1">
      {bars.map((bar) => (
        <div key={bar.label} className="grid grid-cols-[8rem_1fr_3rem] items-center gap-3">
          <span className="truncate text-ink-2" title={bar.label}>
            {bar.label}
          </span>
          <span className="relative h-6" aria-hidden="true">
            <span
              className="absolute inset-y-0 w-px border-l border-dashed border-field"
              style={{ left: placeOf(0) }}
            />
            <span
              className={`absolute top-1.5 h-3 min-w-px rounded-sm ${bar.to < bar.from ? 'bg-mark-bad' : 'bg-series-1'}`}
              style={{
                left: placeOf(Math.min(bar.from, bar.to)),
                width: `${(100 * Math.abs(bar.to - bar.from)) / span}%`,
              }}
            />
          </span>
          <span className="text-right">{formatWeight(bar.to - bar.from)}</span>
        </div>
      ))}
      <div className="grid grid-cols-[8rem_1fr_3rem] gap-3 border-t border-edge pt-1.5 font-semibold">
        <span>{resultLabel}</span>
        <span className="text-xs leading-5 font-normal text-ink-3">Right of the dashed line speaks for it</span>
        <span className="text-right">{result}</span>
      </div>
    </figure>
  );
}
