export interface Part {
  readonly label: string;
  readonly value: number;
  /** Such as `bg-series-1`. */
  readonly color: string;
}

/** Parts of a whole in one bar. Its figures are printed beside it, or read from the label. */
export function StackedBar({
  parts,
  label,
  className = 'h-2',
}: {
  parts: readonly Part[];
  label: string;
  className?: string;
}) {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const shown = parts.filter(({ value }) => value > 0);
  const text = `${label}: ${shown.map((part) => `${part.label} ${part.value}`).join(', ')}`;
  return (
    <div role="img" aria-label={text} className={`flex gap-px overflow-hidden rounded-sm bg-sunken ${className}`}>
      {shown.map((part) => (
        <span
          key={part.label}
          title={`${part.label}: ${part.value}`}
          className={`min-w-px ${part.color}`}
          style={{ width: `${(100 * part.value) / total}%` }}
        />
      ))}
    </div>
  );
}

/** What the colors of a bar mean. */
export const Legend = ({ parts }: { parts: readonly Pick<Part, 'label' | 'color'>[] }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
    {parts.map(({ label, color }) => (
      <li key={label} className="flex items-center gap-1.5">
        <span className={`size-2.5 rounded-sm ${color}`} aria-hidden="true" />
        {label}
      </li>
    ))}
  </ul>
);
