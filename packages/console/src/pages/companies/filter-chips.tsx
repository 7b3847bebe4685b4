import type { FoundCompanies } from '@orgdex/contract';
import type { CompanyFilter } from '@orgdex/sdk';
import { Icon } from '../../components/icon.tsx';
import { formatNumber } from '../../format.ts';
import type { Params } from '../../search-params.ts';
import { filterLabels, rangeLabel, sinceLabel, valueLabel } from './labels.ts';
import { filterOf, listFilters, type RangeFilter, rangeFilters, toggled, without, withoutFilters } from './view.ts';

interface Chip {
  readonly key: string;
  readonly field: string;
  readonly value: string;
  /** The parameters without it. */
  readonly removed: Params;
}

const formats: Record<RangeFilter, (value: number) => string> = { employee_count: formatNumber, year_founded: String };

/** The name of a value, as the counts print it. */
const labelIn = (facets: FoundCompanies['facets'] | undefined, name: string, value: string) =>
  facets?.[name]?.values.find((one) => one.value === value)?.label;

export function chipsOf(params: Params, facets?: FoundCompanies['facets']): Chip[] {
  const filter = filterOf(params);
  const lists = listFilters.flatMap((name) =>
    ((filter[name] as string[] | undefined) ?? []).map((value) => ({
      key: `${name}:${value}`,
      field: filterLabels[name],
      value: valueLabel(name, value, labelIn(facets, name, value)),
      removed: toggled(params, name, value),
    })),
  );
  const ranges = (Object.keys(rangeFilters) as RangeFilter[]).flatMap((name) => {
    const range = filter[name] as CompanyFilter['employee_count'];
    if (!range) return [];
    const value = rangeLabel(range, formats[name]);
    return [{ key: name, field: filterLabels[name], value, removed: without(params, `filter.${name}`) }];
  });
  const since = filter.updated_since;
  const dates = since
    ? [
        {
          key: 'since',
          field: filterLabels.updated_since,
          value: sinceLabel(since),
          removed: without(params, 'updated_since'),
        },
      ]
    : [];
  return [...lists, ...ranges, ...dates];
}

interface FilterChipsProps {
  readonly params: Params;
  readonly facets: FoundCompanies['facets'] | undefined;
  readonly onChange: (params: Params) => void;
}

/** The filters in use, each with a way to remove it. */
export function FilterChips({ params, facets, onChange }: FilterChipsProps) {
  const chips = chipsOf(params, facets);
  if (chips.length === 0) return null;
  return (
    <ul className="contents" aria-label="Filters in use">
      {chips.map(({ key, field, value, removed }) => (
        <li key={key}>
          <button
            type="button"
            className="inline-flex min-h-7 items-center gap-1.5 rounded-md bg-accent-soft px-2 text-left text-accent hover:brightness-95"
            aria-label={`Remove the filter ${field}: ${value}`}
            onClick={() => onChange(removed)}
          >
            <span>
              {field} <span className="font-medium">{value}</span>
            </span>
            <Icon name="close" className="size-3" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="link min-h-7" onClick={() => onChange(withoutFilters(params))}>
          Clear all
        </button>
      </li>
    </ul>
  );
}
