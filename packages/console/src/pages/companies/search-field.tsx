import { Autocomplete } from '@base-ui/react/autocomplete';
import type { CompanyCard } from '@orgdex/contract';
import { searchLimits, suggestLimits } from '@orgdex/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type SubmitEvent, useDeferredValue, useState } from 'react';
import { orgdex } from '../../client.ts';
import { CountryCode } from '../../components/country-code.tsx';
import { Icon } from '../../components/icon.tsx';

interface SearchFieldProps {
  readonly value: string;
  readonly onSearch: (q: string) => void;
}

const none: CompanyCard[] = [];

/** Suggests companies while the user types, which is free; Enter searches. */
export function SearchField({ value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const q = useDeferredValue(text.trim());
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: ['suggest', q],
    queryFn: ({ signal }) => orgdex.companies.suggest({ q, size: 6 }, { signal }),
    enabled: q !== '' && q !== value && q.length <= suggestLimits.maxQuery,
    placeholderData: keepPreviousData,
  });
  const companies = q === '' || q === value ? none : (data?.companies ?? none);
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
          itemToStringValue={({ name, id }) => name ?? id}
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
          <Autocomplete.Portal>
            <Autocomplete.Positioner sideOffset={4} align="start" className="z-30 outline-none">
              <Autocomplete.Popup className="floating w-(--anchor-width) p-1">
                <Autocomplete.List>
                  {(company: CompanyCard) => (
                    <Autocomplete.Item
                      key={company.id}
                      value={company}
                      className="menu-item"
                      onClick={() => void navigate({ to: '/companies/$id', params: { id: company.id }, search: {} })}
                    >
                      <span className="min-w-0 grow truncate">
                        <span className="font-medium">{company.name ?? company.id}</span>{' '}
                        <span className="text-xs text-ink-3">
                          {company.matched_name ?? company.fqdn ?? company.hq_location}
                        </span>
                      </span>
                      {company.country && <CountryCode code={company.country} />}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      </form>
    </search>
  );
}
