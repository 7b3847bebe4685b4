import { Autocomplete } from '@base-ui/react/autocomplete';
import type { CompanyCard } from '@orgdex/contract';
import { suggestLimits } from '@orgdex/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { orgdex } from '../client.ts';
import { CountryCode } from '../components/country-code.tsx';
import { Icon } from '../components/icon.tsx';

const noCompanies: CompanyCard[] = [];

/** Companies whose name, domain or register number starts with the text. */
function useSuggestions(text: string): CompanyCard[] {
  const q = useDeferredValue(text.trim());
  const { data } = useQuery({
    queryKey: ['suggest', q],
    queryFn: ({ signal }) => orgdex.companies.suggest({ q, size: 6 }, { signal }),
    enabled: q.length > 0 && q.length <= suggestLimits.maxQuery,
    placeholderData: keepPreviousData,
  });
  return q === '' ? noCompanies : (data?.companies ?? noCompanies);
}

const nameOf = ({ name, id }: CompanyCard): string => name ?? id;

/** Finds one company from any page. */
export function FindBox({ onNavigate }: { onNavigate?: () => void }) {
  const [text, setText] = useState('');
  const companies = useSuggestions(text);
  const navigate = useNavigate();
  const open = (company: CompanyCard) => {
    setText('');
    onNavigate?.();
    void navigate({ to: '/companies/$id', params: { id: company.id }, search: {} });
  };
  return (
    <Autocomplete.Root
      items={companies}
      value={text}
      onValueChange={(value, { reason }) => {
        if (reason !== 'item-press') setText(value);
      }}
      itemToStringValue={nameOf}
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
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} align="start" className="z-50 outline-none">
          <Autocomplete.Popup className="floating w-88 max-w-[calc(100vw-2rem)] p-1">
            <Autocomplete.List>
              {(company: CompanyCard) => (
                <Autocomplete.Item key={company.id} value={company} className="menu-item" onClick={() => open(company)}>
                  <span className="min-w-0 grow">
                    <span className="block truncate font-medium">{nameOf(company)}</span>
                    <span className="block truncate text-xs text-ink-3">
                      {company.matched_name ?? company.fqdn ?? company.hq_location ?? company.id}
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
  );
}
