import type { MatchReviewState } from '@orgdex/contract';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
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
