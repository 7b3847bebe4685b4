import { useQuery } from '@tanstack/react-query';
import { orgdex } from '../../client.ts';

export const usePlans = () =>
  useQuery({ queryKey: ['plans'], queryFn: ({ signal }) => orgdex.admin.listPlans({ signal }) });
export const useAccounts = () =>
  useQuery({ queryKey: ['accounts'], queryFn: ({ signal }) => orgdex.admin.listAccounts({ signal }) });
export const useKeys = () =>
  useQuery({ queryKey: ['keys'], queryFn: ({ signal }) => orgdex.admin.listKeys({}, { signal }) });

interface Span {
  readonly from: string;
  readonly to: string;
  readonly account?: string | undefined;
}
const queryOf = ({ from, to, account }: Span) => ({ from, to, ...(account === undefined ? {} : { account }) });

export const useUsage = (span: Span) =>
  useQuery({ queryKey: ['usage', span], queryFn: ({ signal }) => orgdex.admin.listUsage(queryOf(span), { signal }) });

export const useRefusals = (span: Span) =>
  useQuery({
    queryKey: ['refusals', span],
    queryFn: ({ signal }) => orgdex.admin.listRefusals(queryOf(span), { signal }),
  });

const dayMs = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The last days until today (UTC), oldest first. */
export const lastDays = (count: number, now = Date.now()): string[] =>
  Array.from({ length: count }, (_, at) => dayOf(now - (count - 1 - at) * dayMs));
