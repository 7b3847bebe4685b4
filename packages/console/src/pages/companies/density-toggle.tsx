import { Icon } from '../../components/icon.tsx';
import { usePreference } from '../../preferences.ts';

const densities = [
  ['comfortable', 'rows', 'Comfortable rows'],
  ['compact', 'rows-tight', 'Compact rows'],
] as const;

export function DensityToggle() {
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
