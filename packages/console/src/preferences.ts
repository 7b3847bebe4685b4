import { useSyncExternalStore } from 'react';

/** All that the browser keeps: how the console looks and whether single keys work. */
const choices = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  shortcuts: ['on', 'off'],
} as const;
type Choices = typeof choices;
type Name = keyof Choices;
type Value<N extends Name> = Choices[N][number];

const listeners = new Set<() => void>();
const storageKey = (name: Name): string => `orgdex.${name}`;

function readPreference<N extends Name>(name: N): Value<N> {
  const stored = localStorage.getItem(storageKey(name));
  const known: readonly Value<N>[] = choices[name];
  return known.find((choice) => choice === stored) ?? (known[0] as Value<N>);
}

export function applyTheme(): void {
  const theme = readPreference('theme');
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function setPreference<N extends Name>(name: N, value: Value<N>): void {
  localStorage.setItem(storageKey(name), value);
  if (name === 'theme') applyTheme();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePreference<N extends Name>(name: N): [Value<N>, (value: Value<N>) => void] {
  const value = useSyncExternalStore(subscribe, () => readPreference(name));
  return [value, (next) => setPreference(name, next)];
}

export const isDark = (theme: Value<'theme'>): boolean =>
  theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
