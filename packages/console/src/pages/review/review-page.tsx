import type { MatchReviewState, ReviewedMatch } from '@orgdex/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { MessageText, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { Select } from '../../components/select.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { formatNumber } from '../../format.ts';
import { useShortcuts } from '../../keyboard.ts';
import { choiceIn, type Params, textIn } from '../../search-params.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { DecisionBar, isAllowedIn } from './decision-bar.tsx';
import { MatchDetail } from './match-detail.tsx';
import { MatchList } from './match-list.tsx';
import { type ReviewView, useDecision, useMatches, useSourceIds, type Verb, verbsDone } from './queries.ts';

const route = getRouteApi('/app/review');

const stateLabels: Record<MatchReviewState, string> = {
  proposed: 'Waiting',
  linked: 'Linked automatically',
  accepted: 'Accepted',
  rejected: 'Rejected',
};
const states = Object.keys(stateLabels) as MatchReviewState[];

interface HeaderProps extends ReviewView {
  /** Undefined until it is known. */
  readonly total: number | undefined;
  readonly onChange: (change: Params) => void;
}

function Header({ state, source, total, onChange }: HeaderProps) {
  const sources = useSourceIds().data ?? [];
  const [isBulk, setBulk] = useState(false);
  return (
    <PageHeader
      title="Review matches"
      note={total !== undefined && `${formatNumber(total)} ${stateLabels[state].toLowerCase()}`}
    >
      <Select
        label="Source"
        value={source ?? ''}
        choices={[{ value: '', label: 'All sources' }, ...sources.map((id) => ({ value: id, label: id }))]}
        onChange={(value) => onChange({ source: value || undefined, match: undefined })}
      />
      <Select
        label="State"
        value={state}
        choices={states.map((value) => ({ value, label: stateLabels[value] }))}
        onChange={(value) => onChange({ state: value, match: undefined })}
      />
      <button type="button" className="button" disabled={state !== 'proposed' || !total} onClick={() => setBulk(true)}>
        Decide many…
      </button>
      <BulkDialog source={source} isOpen={isBulk} onClose={() => setBulk(false)} />
    </PageHeader>
  );
}

/** Reads the next page when the last matches of this one come near. */
function useMoreMatches(query: ReturnType<typeof useMatches>, left: number): void {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (left < 3 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [left, hasNextPage, isFetchingNextPage, fetchNextPage]);
}

const NoMatches = ({ state, onUndo }: { state: MatchReviewState; onUndo: (() => void) | undefined }) => (
  <EmptyState
    icon="review"
    title={state === 'proposed' ? 'No matches wait for a decision' : 'No matches in this state'}
  >
    <p>
      <code>npx orgdex match run</code> compares companies by name and location where no register number is given.
    </p>
    {onUndo && (
      <button type="button" className="button" onClick={onUndo}>
        Undo the last decision
      </button>
    )}
  </EmptyState>
);

/** The place of the match in the address, or the first. */
const placeIn = (matches: readonly ReviewedMatch[], params: Params): number => {
  const asked = Number(textIn(params, 'match'));
  return Math.max(
    0,
    matches.findIndex(({ id }) => id === asked),
  );
};

export function ReviewPage() {
  const params = route.useSearch();
  const navigate = route.useNavigate();
  const show = (change: Params) => void navigate({ search: { ...params, ...change }, replace: true });
  const view = { state: choiceIn(params, 'state', states) ?? 'proposed', source: textIn(params, 'source') };
  const query = useMatches(view);
  const matches = query.data?.pages.flatMap((page) => page.matches) ?? [];
  const total = query.data?.pages[0]?.total;
  const at = placeIn(matches, params);
  const match = matches[at];
  const goTo = (place: number) => {
    const id = matches[place]?.id;
    if (id !== undefined) show({ match: String(id) });
  };
  const { decide, last } = useDecision(() => goTo(at + 1 < matches.length ? at + 1 : at - 1));
  useMoreMatches(query, matches.length - at);

  const run = (verb: Verb) => {
    if (match && !decide.isPending && isAllowedIn(match.state, verb)) decide.mutate({ match, verb });
  };
  const undo = () => {
    const target = last ?? (match?.undoable ? match : undefined);
    if (target && !decide.isPending) decide.mutate({ match: target, verb: 'undo' });
  };
  useShortcuts({
    j: () => goTo(at + 1),
    k: () => goTo(at - 1),
    a: () => run('accept'),
    r: () => run('reject'),
    u: undo,
  });

  return (
    <>
      <Header {...view} total={total} onChange={show} />
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonRows />}
      {query.data && !match && <NoMatches state={view.state} onUndo={last && undo} />}
      {match && (
        <div className="md:grid md:grid-cols-[20rem_minmax(0,1fr)]">
          <MatchList
            matches={matches}
            selected={match.id}
            onSelect={(id) => show({ match: String(id) })}
            foot={`${formatNumber(matches.length)} of ${formatNumber(total ?? 0)} loaded`}
          />
          <div className="flex min-w-0 flex-col md:h-[calc(100dvh-3.5rem)]">
            <ScrollRegion label="Match" className="min-h-0 grow">
              <MatchDetail match={match} />
            </ScrollRegion>
            {decide.isError && (
              <div className="px-4 pb-2 md:px-6">
                <Notice tone="bad">
                  <MessageText text={decide.error.message} />
                </Notice>
              </div>
            )}
            <DecisionBar
              match={match}
              isBusy={decide.isPending}
              last={last && `${verbsDone[last.verb]}: ${last.name}`}
              place={at}
              total={total ?? 0}
              onDecide={run}
              onUndo={undo}
              onPrevious={at === 0 ? undefined : () => goTo(at - 1)}
              onNext={at >= matches.length - 1 ? undefined : () => goTo(at + 1)}
            />
          </div>
        </div>
      )}
    </>
  );
}
