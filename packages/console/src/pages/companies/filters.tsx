import type { FoundCompanies, ValueField } from '@orgdex/contract';
import { useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { listIn, type Params } from '../../search-params.ts';
import { FacetList, FacetSkeleton } from './facet-list.tsx';
import { chipsOf } from './filter-chips.tsx';
import { presenceLabels } from './labels.ts';
import { RangeFilter } from './range-filter.tsx';
import { type ListFilter, shownFacets, toggled } from './view.ts';

interface FiltersProps {
  readonly params: Params;
  readonly facets: FoundCompanies['facets'] | undefined;
  readonly onChange: (params: Params) => void;
}

const searchable: Partial<Record<ListFilter, ValueField>> = {
  industry: 'industry',
  region: 'region',
  source: 'source',
};

function Presence({ params, onChange }: Omit<FiltersProps, 'facets'>) {
  const selected = listIn(params, 'has');
  return (
    <fieldset className="border-b border-edge px-4 py-4 md:px-6">
      <legend className="float-left mb-1 w-full text-xs font-semibold">Has</legend>
      <div className="clear-both">
        {Object.entries(presenceLabels).map(([value, label]) => (
          <label key={value} className="flex min-h-7 cursor-pointer items-center gap-3 text-ink-2 max-md:min-h-9">
            <input
              type="checkbox"
              className="checkbox"
              checked={selected.includes(value)}
              onChange={() => onChange(toggled(params, 'has', value))}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** All filters. On a phone they open below a button. */
export function Filters({ params, facets, onChange }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const count = chipsOf(params).length;
  return (
    <section aria-label="Filters" className="border-edge md:border-r">
      <button
        type="button"
        className="flex h-12 w-full items-center gap-2 border-b border-edge px-4 font-medium md:hidden"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filter" />
        Filters
        {count > 0 && <span className="badge bg-accent-soft text-accent">{count}</span>}
        <Icon name={isOpen ? 'up' : 'down'} className="ml-auto size-4" />
      </button>
      <div className={isOpen ? '' : 'max-md:hidden'}>
        {shownFacets.slice(0, 3).map((name) => (
          <FacetGroup key={name} name={name} params={params} facets={facets} onChange={onChange} />
        ))}
        <RangeFilter name="employee_count" params={params} onChange={onChange} />
        {shownFacets.slice(3, 6).map((name) => (
          <FacetGroup key={name} name={name} params={params} facets={facets} onChange={onChange} />
        ))}
        <RangeFilter name="year_founded" params={params} onChange={onChange} />
        <Presence params={params} onChange={onChange} />
        {shownFacets.slice(6).map((name) => (
          <FacetGroup key={name} name={name} params={params} facets={facets} onChange={onChange} />
        ))}
      </div>
    </section>
  );
}

function FacetGroup({ name, params, facets, onChange }: FiltersProps & { name: ListFilter }) {
  const field = searchable[name];
  const searched = field ? { searched: field } : {};
  if (!facets) return <FacetSkeleton name={name} {...searched} />;
  return (
    <FacetList
      name={name}
      values={facets[name]?.values ?? []}
      selected={listIn(params, name)}
      {...searched}
      onToggle={(value) => onChange(toggled(params, name, value))}
    />
  );
}
