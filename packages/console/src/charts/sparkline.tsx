const width = 96;
const height = 20;

/** A small line without axes. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const max = Math.max(1, ...values);
  const points = values.map((value, at) => {
    const x = values.length < 2 ? width / 2 : 1 + (at * (width - 2)) / (values.length - 1);
    return `${x.toFixed(1)},${(height - 2 - (value / max) * (height - 4)).toFixed(1)}`;
  });
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="h-5 w-24" role="img" aria-label={label}>
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-series-1"
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
    </svg>
  );
}
