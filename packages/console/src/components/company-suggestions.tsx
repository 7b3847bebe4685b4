import { Autocomplete } from '@base-ui/react/autocomplete';
import type { CompanyCard } from '@orgdex/contract';
import { suggestLimits } from '@orgdex/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { orgdex } from '../client.ts';
import { CountryCode } from './badge.tsx';

const none: CompanyCard[] = [];

/**
 * Companies whose name, domain or register number starts with the text. They are free.
 * @param searched a text that needs no suggestions
 */
export function useSuggestions(text: string, searched = ''): CompanyCard[] {
  const q = useDeferredValue(text.trim());
  const isWanted = q !== '' && q !== searched;
  const { data } = useQuery({
    queryKey: ['suggest', q],
    queryFn: ({ signal }) => orgdex.companies.suggest({ q, size: 6 }, { signal }),
    enabled: isWanted && q.length <= suggestLimits.maxQuery,
    placeholderData: keepPreviousData,
  });
  return isWanted ? (data?.companies ?? none) : none;
}

export const suggestedName = ({ name, id }: CompanyCard): string => name ?? id;

/** The suggestions of an `Autocomplete`, below its input. */
export const CompanySuggestions = ({ width, onOpen }: { width: string; onOpen: (id: string) => void }) => (
  <Autocomplete.Portal>
    <Autocomplete.Positioner sideOffset={4} align="start" className="z-50 outline-none">
      <Autocomplete.Popup className={`floating p-1 ${width}`}>
        <Autocomplete.List>
          {(company: CompanyCard) => (
            <Autocomplete.Item
              key={company.id}
              value={company}
              className="menu-item"
              onClick={() => onOpen(company.id)}
            >
              <span className="min-w-0 grow">
                <span className="block truncate font-medium">{suggestedName(company)}</span>
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
);
