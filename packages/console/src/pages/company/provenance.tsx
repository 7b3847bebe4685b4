import type { CompanySources } from '@orgdex/contract';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { formatDay, plural } from '../../format.ts';

export type SourcedField = CompanySources['fields'][string];

/** A value of any field as text. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${textOf(one)}`)
      .join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface FactRowProps {
  readonly label: string;
  readonly field: SourcedField | undefined;
  readonly children: ReactNode;
}

/** The source and date of a value, and how many others say something else. */
export function SourceNote({ field }: { field: SourcedField }) {
  return (
    <>
      {field.others.length > 0 && (
        <span className="badge bg-warn-soft text-warn">
          {field.others.length === 1 ? '1 differs' : `${field.others.length} differ`}
        </span>
      )}
      <code className="text-xs" title={field.title}>
        {field.source}
      </code>
      <span className="text-xs whitespace-nowrap text-ink-3">{formatDay(field.observed)}</span>
    </>
  );
}

function Opinions({ field }: { field: SourcedField }) {
  const rows = [{ ...field, isServed: true }, ...field.others.map((other) => ({ ...other, isServed: false }))];
  return (
    <div className="col-span-full my-2 rounded-md border border-edge bg-side">
      <table className="w-full text-left text-xs">
        <thead className="sr-only">
          <tr>
            <th>Value</th>
            <th>Source</th>
            <th>Date</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-edge">
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two records may say the same
            <tr key={at} className={row.isServed ? 'font-medium' : 'text-ink-2'}>
              <td className="px-3 py-1.5 break-words">
                <span className="flex gap-2">
                  <span className="w-4">{row.isServed && <Icon name="check" label="Served" />}</span>
                  {textOf(row.value)}
                </span>
              </td>
              <td className="px-3 py-1.5">
                <code>{row.source}</code>
              </td>
              <td className="px-3 py-1.5 text-right whitespace-nowrap text-ink-3">{formatDay(row.observed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t border-edge px-3 py-1.5 text-xs text-ink-2">
        {field.others.length === 0
          ? `From ${field.title}. No other record says something else.`
          : `The service returns the first value, from ${field.title}. ${plural(field.others.length, 'other record differs', 'other records differ')}.`}
      </p>
    </div>
  );
}

const rowClass = [
  'grid grid-cols-[7rem_minmax(0,1fr)] items-baseline gap-x-4 border-b border-edge px-4 py-2 last:border-b-0',
  'sm:grid-cols-[8rem_minmax(0,1fr)_auto]',
].join(' ');

/** A value with its source; opens to the values of other records. */
export function FactRow({ label, field, children }: FactRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={rowClass}>
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
      {field && (
        <dd className="max-sm:col-start-2">
          <button
            type="button"
            className="flex flex-wrap items-center gap-x-2 rounded-sm text-ink-2 hover:text-ink"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <span className="sr-only">Source of {label.toLowerCase()}:</span>
            <SourceNote field={field} />
            <Icon name={isOpen ? 'up' : 'down'} className="size-3" />
          </button>
        </dd>
      )}
      {field && isOpen && (
        <dd id={id} className="col-span-full">
          <Opinions field={field} />
        </dd>
      )}
    </div>
  );
}
