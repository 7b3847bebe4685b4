interface Dot {
  readonly label: string;
  readonly value: number;
}

/** Values on a common scale, each printed at its end. */
export function DotPlot({ dots, min, max, label }: { dots: readonly Dot[]; min: number; max: number; label: string }) {
  const placeOf = (value: number) => `${(100 * (Math.min(max, Math.max(min, value)) - min)) / (max - min)}%`;
  return (
    <ul aria-label={label} className="flex flex-col gap-2">
      {dots.map((dot) => (
        <li key={dot.label} className="grid grid-cols-[minmax(0,10rem)_1fr_2rem] items-center gap-3">
          <span className="truncate">{dot.label}</span>
          <span className="relative h-2" aria-hidden="true">
            <span className="absolute inset-x-0 top-[3.5px] h-px bg-grid" />
            <span className="absolute top-[3.5px] left-0 h-px bg-series-1" style={{ width: placeOf(dot.value) }} />
            <span
              className="absolute top-0 -ml-1 size-2 rounded-full bg-series-1"
              style={{ left: placeOf(dot.value) }}
            />
          </span>
          <span className="text-right font-medium">{dot.value.toFixed(1)}</span>
        </li>
      ))}
      <li className="grid grid-cols-[minmax(0,10rem)_1fr_2rem] gap-3 text-xs text-ink-3" aria-hidden="true">
        <span />
        <span className="flex justify-between">
          <span>{min}</span>
          <span>{max}</span>
        </span>
      </li>
    </ul>
  );
}
