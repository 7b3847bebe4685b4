import { searchSorts } from '@orgdex/contract/vocabulary';
import { Select } from '../../components/select.tsx';
import type { Params } from '../../search-params.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { DensityToggle } from './density-toggle.tsx';
import { hiddenIn, toHide } from './hidden-columns.ts';
import { sortLabels } from './labels.ts';
import { SearchField } from './search-field.tsx';
import { changed, queryOf, sortOf } from './view.ts';

/** Words, order, height of rows and columns. */
export function Toolbar({ params, onChange }: { params: Params; onChange: (params: Params) => void }) {
  const q = queryOf(params);
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pt-4 md:px-6">
      <SearchField key={q} value={q} onSearch={(words) => onChange(changed(params, { q: words, sort: undefined }))} />
      <Select
        label="Order"
        value={sortOf(params)}
        choices={searchSorts
          .filter((value) => value !== 'relevance' || q !== '')
          .map((value) => ({ value, label: sortLabels[value] }))}
        onChange={(value) => onChange(changed(params, { sort: value }))}
        className="max-md:grow"
      />
      <span className="flex gap-2 max-md:hidden">
        <DensityToggle />
        <ColumnsMenu hidden={hiddenIn(params)} onChange={(hidden) => onChange({ ...params, hide: toHide(hidden) })} />
      </span>
    </div>
  );
}
