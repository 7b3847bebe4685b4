import { Menu } from '@base-ui/react/menu';
import { searchSorts } from '@orgdex/contract/vocabulary';
import { Icon } from '../../components/icon.tsx';
import { Select } from '../../components/select.tsx';
import { usePreference } from '../../preferences.ts';
import type { Params } from '../../search-params.ts';
import { columnFacts, hiddenIn, toHide } from './columns.tsx';
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

const densities = [
  ['comfortable', 'rows', 'Comfortable rows'],
  ['compact', 'rows-tight', 'Compact rows'],
] as const;

function DensityToggle() {
  const [density, setDensity] = usePreference('density');
  return (
    <fieldset className="flex rounded-md bg-sunken p-0.5">
      <legend className="sr-only">Height of rows</legend>
      {densities.map(([value, icon, label]) => (
        <button
          key={value}
          type="button"
          aria-label={label}
          aria-pressed={density === value}
          className="icon-button aria-pressed:bg-panel aria-pressed:shadow-sm"
          onClick={() => setDensity(value)}
        >
          <Icon name={icon} />
        </button>
      ))}
    </fieldset>
  );
}

interface ColumnsMenuProps {
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

/** Which columns the table shows; the name always. */
const ColumnsMenu = ({ hidden, onChange }: ColumnsMenuProps) => (
  <Menu.Root>
    <Menu.Trigger className="button">
      <Icon name="columns" />
      Columns
    </Menu.Trigger>
    <Menu.Portal>
      <Menu.Positioner sideOffset={4} align="end" className="z-30">
        <Menu.Popup className="floating min-w-44 p-1">
          {Object.entries(columnFacts)
            .filter(([id]) => id !== 'name')
            .map(([id, { label }]) => (
              <Menu.CheckboxItem
                key={id}
                checked={!hidden.includes(id)}
                onCheckedChange={(isShown) => onChange(isShown ? hidden.filter((one) => one !== id) : [...hidden, id])}
                className="menu-item"
              >
                <span className="flex size-4">
                  <Menu.CheckboxItemIndicator>
                    <Icon name="check" />
                  </Menu.CheckboxItemIndicator>
                </span>
                {label}
              </Menu.CheckboxItem>
            ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
);
