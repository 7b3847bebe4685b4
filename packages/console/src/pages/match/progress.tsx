import { matchLimits } from '@orgdex/contract/limits';
import { Legend, type Part, StackedBar } from '../../charts/stacked-bar.tsx';
import { formatNumber, plural } from '../../format.ts';
import { useSession } from '../../session.ts';

/** What a match will cost, before it starts. */
export function Cost({ rows }: { rows: number }) {
  const { is_metered, credits_remaining } = useSession();
  if (!is_metered) return <>Matching costs no credits with this key.</>;
  const left = credits_remaining === null ? '' : ` You have ${formatNumber(credits_remaining)} left this month.`;
  return <>{`Each matched row costs one credit: at most ${formatNumber(rows)}.${left}`}</>;
}

interface ProgressProps {
  readonly parts: readonly Part[];
  readonly done: number;
  readonly total: number;
  readonly isRunning: boolean;
}

/** Rows by result. They add up to the rows that are done. */
export const Progress = ({ parts, done, total, isRunning }: ProgressProps) => (
  <>
    <StackedBar label="Rows by result" parts={parts} className="mb-2 h-4" />
    <div className="flex flex-wrap items-center gap-x-4" role="status">
      <Legend
        parts={parts.map(({ label, value, color }) => ({
          color,
          label: `${formatNumber(value)} ${label.toLowerCase()}`,
        }))}
      />
      <span className="text-xs text-ink-3">
        {isRunning ? `${formatNumber(done)} of ${formatNumber(total)} rows…` : `${plural(done, 'row')} in all`}
      </span>
    </div>
  </>
);

interface ThresholdProps {
  readonly value: number;
  readonly isDisabled: boolean;
  readonly onChange: (value: number) => void;
}

/** The score from which a company counts as matched. */
export const Threshold = ({ value, isDisabled, onChange }: ThresholdProps) => (
  <label className="flex w-64 max-w-full flex-col gap-1">
    <span className="flex justify-between">
      <span className="font-medium">Lowest score of a match</span>
      <span>{value.toFixed(2)}</span>
    </span>
    <input
      type="range"
      className="accent-accent-solid"
      min={matchLimits.minThreshold}
      max={1}
      step={0.01}
      value={value}
      disabled={isDisabled}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  </label>
);
