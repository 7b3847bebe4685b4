import { useEffect, useRef } from 'react';
import { usePreference } from './preferences.ts';

/** A letter means nothing while the user types or a dialog is open. */
function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  const target = event.target as HTMLElement | null;
  return (
    target?.closest('input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]') !=
    null
  );
}

/** The key that starts a shortcut of two keys. */
const prefix = 'g';
const prefixMs = 1000;
let isPrefixedUntil = 0;
const names = new WeakMap<KeyboardEvent, string>();

/** The shortcut that an event completes, such as `j` or `g c`. Every listener gets the same answer for one event. */
function nameOf(event: KeyboardEvent): string {
  const known = names.get(event);
  if (known !== undefined) return known;
  const name = Date.now() < isPrefixedUntil ? `${prefix} ${event.key}` : event.key;
  isPrefixedUntil = name === prefix ? Date.now() + prefixMs : 0;
  names.set(event, name);
  return name;
}

/** Calls back for single keys and for `g` with a letter, unless the user types or has turned them off. */
export function useShortcuts(handlers: Readonly<Record<string, () => void>>): void {
  const [mode] = usePreference('shortcuts');
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    if (mode === 'off') return;
    const listen = (event: KeyboardEvent) => {
      const handler = isTyping(event) ? undefined : latest.current[nameOf(event)];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [mode]);
}

/** Moves the focus to the next or previous element with `data-row`. */
function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.offsetParent !== null);
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by));
  rows[next]?.focus();
}

/** `j` and `k` walk through the rows of a list; Enter opens the one in focus. */
export const useRowKeys = (): void => useShortcuts({ j: () => moveRow(1), k: () => moveRow(-1) });
