export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The value as printed. */
  readonly text: string;
  readonly tone?: 'accent' | 'bad' | 'neutral';
}

const fills = { accent: 'bg-series-1', bad: 'bg-mark-bad', neutral: 'bg-series-5' } as const;

/** Labeled bars, one below the other. The printed values are the text alternative. */
export function BarList({
  bars,
  max = Math.max(...bars.map(({ value }) => value)),
  label,
}: {
  bars: readonly Bar[];
  max?: number;
  label: string;
}) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[minmax(4rem,auto)_minmax(3rem,1fr)_auto] items-center gap-x-3 gap-y-2"
    >
      {bars.map((bar) => (
        <li key={bar.label} className="col-span-3 grid grid-cols-subgrid items-center">
          <span className="max-w-56 truncate" title={bar.label}>
            {bar.label}
          </span>
          <span className="h-1.5 overflow-hidden rounded-sm bg-sunken" aria-hidden="true">
            <span
              className={`block h-full rounded-sm ${fills[bar.tone ?? 'accent']}`}
              style={{ width: `${max > 0 ? (100 * bar.value) / max : 0}%` }}
            />
          </span>
          <span className="text-right font-medium">{bar.text}</span>
        </li>
      ))}
    </ul>
  );
}
