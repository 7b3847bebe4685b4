import type { CountedValue, ValueField } from '@orgdex/contract';
import { valueLimits } from '@orgdex/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { orgdex } from '../../client.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { Skeleton } from '../../components/states.tsx';
import { formatNumber } from '../../format.ts';
import { filterLabels, valueLabel } from './labels.ts';
import type { ListFilter } from './view.ts';

interface FacetListProps {
  readonly name: ListFilter;
  readonly values: readonly CountedValue[];
  readonly selected: readonly string[];
  /** The field whose values can be searched, for long lists. */
  readonly searched?: ValueField;
  readonly onToggle: (value: string) => void;
}

const shortList = 6;

/** A value that the result may not contain has no count. */
type ShownValue = Omit<CountedValue, 'count'> & { readonly count?: number };

const hasWord = ({ label }: CountedValue, start: string): boolean =>
  ` ${label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${start.toLowerCase()}`);

/** Values of the result with a word that starts with a text, then values of other companies that start with it. */
function useFoundValues(
  field: ValueField | undefined,
  text: string,
  values: readonly CountedValue[],
): readonly ShownValue[] | undefined {
  const q = useDeferredValue(text.trim().slice(0, valueLimits.maxQuery));
  const { data } = useQuery({
    queryKey: ['values', field, q],
    queryFn: ({ signal }) => orgdex.companies.values(field as ValueField, { q, size: 10 }, { signal }),
    enabled: field !== undefined && q !== '',
  });
  if (q === '') return undefined;
  const own = values.filter((one) => hasWord(one, q));
  const others = (data?.values ?? []).filter(({ value }) => !values.some((one) => one.value === value));
  if (own.length === 0 && data === undefined) return undefined;
  return [...own, ...others.map(({ value, label }) => ({ value, label }))];
}

function Value({
  name,
  value,
  max,
  isSelected,
  onToggle,
}: {
  name: ListFilter;
  value: ShownValue;
  max: number;
  isSelected: boolean;
  onToggle: (value: string) => void;
}) {
  const label = valueLabel(name, value.value, value.label);
  return (
    <label className="flex min-h-7 cursor-pointer items-center gap-2 max-md:min-h-9">
      <input type="checkbox" className="checkbox" checked={isSelected} onChange={() => onToggle(value.value)} />
      <span className="relative flex min-w-0 grow justify-between gap-2 rounded-sm px-1 py-0.5">
        <span
          aria-hidden="true"
          className="absolute inset-y-0 left-0 -z-10 rounded-sm bg-accent-soft"
          style={{ width: `${max > 0 ? (100 * (value.count ?? 0)) / max : 0}%` }}
        />
        <span className={`truncate ${isSelected ? 'font-medium' : 'text-ink-2'}`} title={label}>
          {label}
        </span>
        {value.count !== undefined && <span className="text-ink-3">{formatNumber(value.count)}</span>}
      </span>
    </label>
  );
}

const groupClass = 'min-w-0 border-b border-edge px-4 py-4 md:px-6';

/** Takes the place of a list until its values are known, so that nothing below it moves. */
export const FacetSkeleton = ({ name, searched }: Pick<FacetListProps, 'name' | 'searched'>) => (
  <div className={groupClass} aria-hidden="true">
    <p className="mb-1 text-xs font-semibold">{filterLabels[name]}</p>
    {searched && <div className="my-1.5 h-8" />}
    {Array.from({ length: shortList }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
      <div key={row} className="flex min-h-7 items-center">
        <Skeleton className="h-3 w-2/3" />
      </div>
    ))}
    <div className="h-6" />
  </div>
);

/** The values of one field, with how many companies have each. The filter on this field does not affect its counts. */
export function FacetList({ name, values, selected, searched, onToggle }: FacetListProps) {
  const [isLong, setLong] = useState(false);
  const [text, setText] = useState('');
  const found = useFoundValues(searched, text, values);
  const missing = selected
    .filter((value) => !values.some((one) => one.value === value))
    .map((value) => ({ value, label: value, count: 0 }));
  const all: readonly ShownValue[] = found ?? [...missing, ...values];
  if (all.length === 0 && text === '') return null;
  const shown = isLong || found ? all : all.filter(({ value }, at) => at < shortList || selected.includes(value));
  const max = Math.max(...all.map(({ count = 0 }) => count));
  return (
    <fieldset className={groupClass}>
      <legend className="float-left mb-1 w-full text-xs font-semibold">{filterLabels[name]}</legend>
      <div className="isolate clear-both">
        {searched && (
          <SearchBox
            label={`Find a value of ${filterLabels[name].toLowerCase()}`}
            placeholder="Find a value"
            className="my-1.5"
            value={text}
            onChange={setText}
          />
        )}
        {shown.map((value) => (
          <Value
            key={value.value}
            name={name}
            value={value}
            max={max}
            onToggle={onToggle}
            isSelected={selected.includes(value.value)}
          />
        ))}
        {found?.length === 0 && <p className="py-1 text-ink-3">No value contains a word that starts like this.</p>}
        {!found && all.length > shortList && (
          <button type="button" className="link py-1 text-xs" onClick={() => setLong(!isLong)}>
            {isLong ? 'Show fewer' : `Show ${all.length - shortList} more`}
          </button>
        )}
      </div>
    </fieldset>
  );
}
