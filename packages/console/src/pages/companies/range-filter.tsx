import { type SubmitEvent, useId } from 'react';
import { textOfField } from '../../components/field.tsx';
import { type Params, textIn } from '../../search-params.ts';
import { filterLabels } from './labels.ts';
import { changed, type RangeFilter as RangeName, rangeFilters } from './view.ts';

interface RangeFilterProps {
  readonly name: RangeName;
  readonly params: Params;
  readonly onChange: (params: Params) => void;
}

/** The least and the greatest value. */
export function RangeFilter({ name, params, onChange }: RangeFilterProps) {
  const id = useId();
  const prefix = rangeFilters[name];
  const [from = '', to = ''] = [textIn(params, `${prefix}_from`), textIn(params, `${prefix}_to`)];
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const boundOf = (end: 'from' | 'to') => textOfField(data, end) || undefined;
    onChange(changed(params, { [`${prefix}_from`]: boundOf('from'), [`${prefix}_to`]: boundOf('to') }));
  };
  const input = (end: 'from' | 'to', value: string) => (
    <input
      name={end}
      aria-labelledby={`${id} ${id}-${end}`}
      id={`${id}-${end}`}
      aria-label={end}
      type="number"
      min={0}
      max={999_999_999}
      defaultValue={value}
      placeholder={end === 'from' ? 'From' : 'To'}
      className="input px-2"
    />
  );
  return (
    <form key={`${from}-${to}`} onSubmit={submit} className="border-b border-edge px-4 py-4 md:px-6">
      <p id={id} className="mb-1.5 text-xs font-semibold">
        {filterLabels[name]}
      </p>
      <div className="flex items-center gap-1.5">
        {input('from', from)}
        <span aria-hidden="true">–</span>
        {input('to', to)}
        <button type="submit" className="button px-2">
          Set
        </button>
      </div>
      {name === 'employee_count' && (
        <p className="mt-1.5 text-xs text-ink-3">Only companies whose exact number is known. Size covers more.</p>
      )}
    </form>
  );
}
