interface RangeGaugeProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

/** A value beside the range that is normal. The figures are printed beside it. */
export function RangeGauge({ label, value, min, max }: RangeGaugeProps) {
  const end = Math.max(value, max) * 1.25 || 1;
  const placeOf = (at: number) => `${Math.min(100, (100 * at) / end)}%`;
  return (
    <div role="img" aria-label={label} className="relative h-3">
      <span className="absolute inset-x-0 top-1 h-1 rounded-sm bg-sunken" />
      <span
        className="absolute top-1 h-1 rounded-sm bg-series-3"
        style={{ left: placeOf(min), width: `calc(${placeOf(max)} - ${placeOf(min)})` }}
      />
      <span className="absolute top-0 h-3 w-0.5 rounded-sm bg-ink" style={{ left: placeOf(value) }} />
    </div>
  );
}
