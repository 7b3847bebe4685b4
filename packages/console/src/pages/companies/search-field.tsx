import { Autocomplete } from '@base-ui/react/autocomplete';
import { searchLimits } from '@orgdex/contract/limits';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import { CompanySuggestions, suggestedName, useSuggestions } from '../../components/company-suggestions.tsx';
import { Icon } from '../../components/icon.tsx';

interface SearchFieldProps {
  readonly value: string;
  readonly onSearch: (q: string) => void;
}

/** Suggests companies while the user types, which is free; Enter searches. */
export function SearchField({ value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const companies = useSuggestions(text, value);
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const search = () => {
    setOpen(false);
    onSearch(text.trim());
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    search();
  };
  // While suggestions are open, Enter does not submit the form: it belongs to the one that is highlighted, if any.
  const searchOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.currentTarget.hasAttribute('aria-activedescendant')) return;
    event.preventDefault();
    search();
  };
  return (
    <search className="min-w-0 grow basis-64">
      <form onSubmit={submit}>
        <Autocomplete.Root
          items={companies}
          value={text}
          open={isOpen && companies.length > 0}
          onOpenChange={setOpen}
          onValueChange={(next, { reason }) => {
            if (reason !== 'item-press') setText(next);
          }}
          itemToStringValue={suggestedName}
          mode="none"
        >
          <span className="relative flex">
            <Icon name="search" className="pointer-events-none absolute top-2.5 left-3 size-4 text-ink-3" />
            <Autocomplete.Input
              aria-label="Search companies"
              placeholder="Name, domain or register number"
              maxLength={searchLimits.maxQuery}
              enterKeyHint="search"
              data-search="page"
              onKeyDown={searchOnEnter}
              className="input h-9 pl-9 text-md"
            />
          </span>
          <CompanySuggestions
            width="w-(--anchor-width)"
            onOpen={(id) => void navigate({ to: '/companies/$id', params: { id }, search: {} })}
          />
        </Autocomplete.Root>
      </form>
    </search>
  );
}
