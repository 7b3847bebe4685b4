import { Autocomplete } from '@base-ui/react/autocomplete';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CompanySuggestions, suggestedName, useSuggestions } from '../components/company-suggestions.tsx';
import { Icon } from '../components/icon.tsx';

/** Finds one company from any page. */
export function FindBox({ onNavigate }: { onNavigate?: () => void }) {
  const [text, setText] = useState('');
  const companies = useSuggestions(text);
  const navigate = useNavigate();
  const open = (id: string) => {
    setText('');
    onNavigate?.();
    void navigate({ to: '/companies/$id', params: { id }, search: {} });
  };
  return (
    <Autocomplete.Root
      items={companies}
      value={text}
      onValueChange={(value, { reason }) => {
        if (reason !== 'item-press') setText(value);
      }}
      itemToStringValue={suggestedName}
      mode="none"
    >
      <span className="relative flex">
        <Icon name="search" className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-3" />
        <Autocomplete.Input
          aria-label="Find a company"
          placeholder="Find a company"
          data-search="side"
          className="input border-edge-strong pl-8"
        />
        <kbd className="pointer-events-none absolute top-1.5 right-1.5 rounded-sm border border-edge-strong bg-side px-1.5 text-xs text-ink-3">
          /
        </kbd>
      </span>
      <CompanySuggestions width="w-88 max-w-[calc(100vw-2rem)]" onOpen={open} />
    </Autocomplete.Root>
  );
}
