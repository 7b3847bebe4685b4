import { Menu } from '@base-ui/react/menu';
import { Icon } from './icon.tsx';

export interface MenuAction {
  readonly label: string;
  readonly onSelect: () => void;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}

/** What can be done with one row. */
export const ActionsMenu = ({ label, actions }: { label: string; actions: readonly MenuAction[] }) => (
  <Menu.Root>
    <Menu.Trigger className="icon-button" aria-label={label}>
      <Icon name="more" />
    </Menu.Trigger>
    <Menu.Portal>
      <Menu.Positioner sideOffset={4} align="end" className="z-30">
        <Menu.Popup className="floating min-w-40 p-1">
          {actions.map(({ label: name, onSelect, isDanger = false, isDisabled = false }) => (
            <Menu.Item
              key={name}
              className={`menu-item ${isDanger ? 'text-bad' : ''}`}
              disabled={isDisabled}
              onClick={onSelect}
            >
              {name}
            </Menu.Item>
          ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
);
