import type { MatchReviewState, ReviewedMatch } from '@orgdex/contract';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orgdex } from '../../client.ts';

export interface ReviewView {
  readonly state: MatchReviewState;
  readonly source: string | undefined;
}

const queryOf = ({ state, source }: ReviewView) => ({ state, ...(source === undefined ? {} : { source }) });

/** The matches in a state, page after page, the highest score first. */
export const useMatches = (view: ReviewView) =>
  useInfiniteQuery({
    queryKey: ['matches', view],
    queryFn: ({ pageParam, signal }) =>
      orgdex.admin.listMatches({ ...queryOf(view), ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** The sources of loaded data, for a filter. */
export const useSourceIds = () =>
  useQuery({
    queryKey: ['source-ids'],
    queryFn: async ({ signal }) =>
      (await orgdex.admin.listSources({ signal })).filter(({ runs }) => runs > 0).map(({ id }) => id),
  });

/** How many proposed matches have a score in a range. */
export const useBulkCount = (range: BulkRange | undefined) =>
  useQuery({
    queryKey: ['matches', 'bulk', range],
    queryFn: async ({ signal }) => {
      const bound = range?.bound.toFixed(2) ?? '1';
      const score = range?.decision === 'accept' ? { min_score: bound } : { below_score: bound };
      const source = range?.source === undefined ? {} : { source: range.source };
      return (await orgdex.admin.listMatches({ state: 'proposed', size: 1, ...score, ...source }, { signal })).total;
    },
    enabled: range !== undefined,
    staleTime: 0,
  });

export interface BulkRange {
  readonly decision: 'accept' | 'reject';
  readonly bound: number;
  readonly source: string | undefined;
}

export type Verb = 'accept' | 'reject' | 'undo';
const calls = {
  accept: (id: string) => orgdex.admin.acceptMatch(id),
  reject: (id: string) => orgdex.admin.rejectMatch(id),
  undo: (id: string) => orgdex.admin.undoMatch(id),
} as const;
export const verbsDone: Record<Verb, string> = { accept: 'Accepted', reject: 'Rejected', undo: 'Undone' };

/** Decides a match; remembers the last decision, so that it can be undone. */
export function useDecision(onDecided: (match: ReviewedMatch) => void) {
  const queryClient = useQueryClient();
  const [last, setLast] = useState<{ id: number; name: string; verb: Verb }>();
  const decide = useMutation({
    mutationFn: ({ match, verb }: { match: Pick<ReviewedMatch, 'id'>; verb: Verb }) => calls[verb](String(match.id)),
    onSuccess: async (match, { verb }) => {
      setLast(
        verb === 'undo' ? undefined : { id: match.id, name: match.unregistered.name ?? `match ${match.id}`, verb },
      );
      onDecided(match);
      await queryClient.invalidateQueries({ queryKey: ['matches'] });
      void queryClient.invalidateQueries({ queryKey: ['status'] });
    },
  });
  return { decide, last };
}
