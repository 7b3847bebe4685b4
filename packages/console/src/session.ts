import type { Scope, Session } from '@orgdex/contract';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { orgdex } from './client.ts';

const path = '/console/session';

/** Exchanges a key for a session, whose cookie the browser keeps. */
export const openSession = async (key: string): Promise<Session> =>
  (await orgdex.request<Session>({ method: 'POST', path, body: { key }, actsOnce: true })).data;

export const endSession = () => orgdex.request({ method: 'DELETE', path });

const readSession = async (signal: AbortSignal): Promise<Session> =>
  (await orgdex.request<Session>({ method: 'GET', path }, { signal })).data;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in. Pages are only shown to a session. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** Whether the session may use operations of this scope. */
export const isAllowed = ({ is_admin, scopes }: Session, scope: Scope): boolean => is_admin || scopes.includes(scope);

/** What the navigation shows of the service, for the operator. */
export function useServiceStatus() {
  const { is_admin } = useSession();
  return useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => orgdex.admin.getStatus({ signal }),
    enabled: is_admin,
    staleTime: 10_000,
    refetchInterval: 30_000,
  });
}
