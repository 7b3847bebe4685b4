import { Menu } from '@base-ui/react/menu';
import { Icon } from '../../components/icon.tsx';
import { columnFacts } from './columns.tsx';

interface ColumnsMenuProps {
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

/** Which columns the table shows; the name always. */
export const ColumnsMenu = ({ hidden, onChange }: ColumnsMenuProps) => (
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
