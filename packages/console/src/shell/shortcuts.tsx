import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { useShortcuts } from '../keyboard.ts';
import { usePreference } from '../preferences.ts';
import { useSession } from '../session.ts';
import { navigationOf, targetOf } from './navigation.ts';

function focusSearch(): void {
  const boxes = [...document.querySelectorAll<HTMLElement>('[data-search]')].filter((box) => box.offsetParent !== null);
  (boxes.find((box) => box.dataset.search === 'page') ?? boxes[0])?.focus();
}

/** Goes to a page by g and a letter. */
function useGoTo(): void {
  const session = useSession();
  const navigate = useNavigate();
  const places = navigationOf(session)
    .flatMap(({ items }) => items)
    .map((item) => [`g ${item.letter}`, () => void navigate(targetOf(item))]);
  useShortcuts(Object.fromEntries(places));
}

const general = [
  ['/', 'Focus the search'],
  ['j k', 'Next and previous row or match'],
  ['Enter', 'Open the row'],
  ['a r u', 'Accept, reject, undo on the review page'],
  ['← →', 'Tabs; all four arrows in a heat map'],
  ['Esc', 'Close a dialog or menu'],
  ['?', 'This list'],
] as const;

const Keys = ({ keys }: { keys: string }) => (
  <span className="flex gap-1">
    {keys.split(' ').map((key) => (
      <kbd key={key} className="min-w-6 rounded-sm border border-edge-strong px-1.5 text-center text-xs">
        {key}
      </kbd>
    ))}
  </span>
);

/** The shortcuts that work on every page, and the list of all. */
export function Shortcuts() {
  const [isOpen, setOpen] = useState(false);
  const [mode, setMode] = usePreference('shortcuts');
  const session = useSession();
  useGoTo();
  useShortcuts({ '/': focusSearch, '?': () => setOpen(true) });
  const places = navigationOf(session)
    .flatMap(({ items }) => items)
    .map(({ letter, label }) => [`g ${letter}`, `Go to ${label.toLowerCase()}`] as const);
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={() => setOpen(false)}>
      <ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {[...general, ...places].map(([keys, meaning]) => (
          <li key={keys} className="flex items-center justify-between gap-4">
            <span className="text-ink-2">{meaning}</span>
            <Keys keys={keys} />
          </li>
        ))}
      </ul>
      <label className="mt-4 flex items-center gap-2 border-t border-edge pt-4">
        <input
          type="checkbox"
          className="checkbox"
          checked={mode === 'on'}
          onChange={(event) => setMode(event.target.checked ? 'on' : 'off')}
        />
        Use shortcuts of single keys
      </label>
    </Dialog>
  );
}
