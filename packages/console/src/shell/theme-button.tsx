import { Icon } from '../components/icon.tsx';
import { isDark, usePreference } from '../preferences.ts';

export function ThemeButton() {
  const [theme, setTheme] = usePreference('theme');
  const next = isDark(theme) ? 'light' : 'dark';
  return (
    <button type="button" className="icon-button" aria-label={`Use the ${next} theme`} onClick={() => setTheme(next)}>
      <Icon name={next === 'dark' ? 'moon' : 'sun'} />
    </button>
  );
}
