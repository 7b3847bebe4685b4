import type { ReactNode } from 'react';

export interface Figure {
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** Large numbers side by side. */
export const Figures = ({ figures, className = '' }: { figures: readonly Figure[]; className?: string }) => (
  <dl
    className={`grid grid-cols-2 divide-edge sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none sm:divide-x ${className}`}
  >
    {figures.map(({ label, value, note }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the figures of a panel have fixed places
      <div key={at} className="min-w-0 px-4 py-3">
        <dt className="truncate text-xs text-ink-3">{label}</dt>
        <dd className="text-lg font-semibold">
          {value} {note !== undefined && <span className="text-sm font-normal text-ink-3">{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
);
