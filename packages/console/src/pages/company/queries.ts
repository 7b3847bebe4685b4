import type { PeopleQuestion } from '@orgdex/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orgdex } from '../../client.ts';
import { isAllowed, useSession } from '../../session.ts';

/** The country whose values are shown; undefined for the default of the service. */
type Country = string | undefined;

export const useCompany = (id: string, country: Country) =>
  useQuery({
    queryKey: ['company', id, country],
    queryFn: ({ signal }) => orgdex.company.get({ id, country }, { signal }),
    placeholderData: keepPreviousData,
  });

export const useSources = (id: string, country: Country) =>
  useQuery({
    queryKey: ['sources', id, country],
    queryFn: ({ signal }) => orgdex.company.sources(id, { country }, { signal }),
  });

/** The records and decisions behind the company, for the operator. */
export function useExplanation(id: string) {
  const { is_admin } = useSession();
  return useQuery({
    queryKey: ['explain', id],
    queryFn: ({ signal }) => orgdex.admin.explainCompany(id, {}, { signal }),
    enabled: is_admin,
  });
}

/** How many people there are by department and seniority. Costs a credit, so it waits until it is needed. */
export function usePeopleCounts(id: string, country: Country, isNeeded: boolean) {
  const session = useSession();
  return useQuery({
    queryKey: ['people-counts', id, country],
    queryFn: ({ signal }) => orgdex.company.peopleCounts(id, { country }, { signal }),
    enabled: isNeeded && isAllowed(session, 'people:search'),
  });
}

export const usePeople = (question: PeopleQuestion) =>
  useQuery({
    queryKey: ['people', question],
    queryFn: ({ signal }) => orgdex.people.search(question, { signal }).page(),
    placeholderData: keepPreviousData,
  });
