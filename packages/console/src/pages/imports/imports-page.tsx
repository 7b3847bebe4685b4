import type { RunState } from '@orgdex/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { orgdex } from '../../client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { CursorPager } from '../../components/cursor-pager.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Select } from '../../components/select.tsx';
import { EmptyState } from '../../components/states.tsx';
import { plural } from '../../format.ts';
import { useRowKeys } from '../../keyboard.ts';
import { choiceIn, type Params, stateOf, textIn, useGoBack } from '../../search-params.ts';
import { CurrentRun } from './current-run.tsx';
import { isRunning, runStates, stateLabels } from './labels.ts';
import { RunDetails } from './run-details.tsx';
import { RunsTable } from './runs-table.tsx';
import { SourcesTable } from './sources-table.tsx';

const route = getRouteApi('/app/imports');
const command = 'npx orgdex import companies accounts.csv --source crm --dry-run';
const runningMs = 2000;
const idleMs = 15_000;

interface RunsView {
  readonly source: string | undefined;
  readonly state: RunState | undefined;
  readonly cursor: string | undefined;
}

const present = (view: RunsView) => Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined));

/** Reads the runs again often while one runs. */
const useRuns = (view: RunsView) =>
  useQuery({
    queryKey: ['runs', view],
    queryFn: ({ signal }) => orgdex.admin.listRuns(present(view), { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.runs.some(isRunning) ? runningMs : idleMs),
  });

const NoImports = () => (
  <EmptyState icon="import" title="No imports yet">
    <p>
      Files are imported from the command line. This command shows how the columns of a file are understood, and changes
      nothing:
    </p>
    <code className="rounded-md border border-edge bg-sunken px-3 py-2 text-xs">{command}</code>
  </EmptyState>
);

export function ImportsPage() {
  const params = route.useSearch();
  const navigate = route.useNavigate();
  const goBack = useGoBack();
  const show = (change: Params) => {
    const search = { ...params, ...change };
    void navigate({ search, state: stateOf(search) });
  };
  const view = {
    source: textIn(params, 'source'),
    state: choiceIn(params, 'state', runStates),
    cursor: textIn(params, 'cursor'),
  };
  const query = useRuns(view);
  const sources = useQuery({
    queryKey: ['sources-list'],
    queryFn: ({ signal }) => orgdex.admin.listSources({ signal }),
  });
  useRowKeys();
  const selected = Number(textIn(params, 'run')) || query.data?.runs[0]?.id;
  const isFiltered = view.source !== undefined || view.state !== undefined;
  return (
    <>
      <PageHeader title="Imports" note="Files are imported from the command line">
        <CopyButton text={command} label="Copy an import command" className="button">
          Copy an import command
        </CopyButton>
      </PageHeader>
      <div className="flex flex-col gap-4 p-4 md:px-6">
        {query.data?.runs.filter(isRunning).map((run) => (
          <CurrentRun key={run.id} run={run} />
        ))}
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Panel
            title="Runs"
            controls={
              <span className="flex gap-2">
                <Select
                  label="Source"
                  value={view.source ?? ''}
                  choices={[
                    { value: '', label: 'All sources' },
                    ...(sources.data ?? []).filter(({ runs }) => runs > 0).map(({ id }) => ({ value: id, label: id })),
                  ]}
                  onChange={(source) => show({ source, cursor: undefined, run: undefined })}
                />
                <Select
                  label="State"
                  value={view.state ?? ''}
                  choices={[
                    { value: '', label: 'All states' },
                    ...runStates.map((value) => ({ value, label: stateLabels[value] })),
                  ]}
                  onChange={(state) => show({ state, cursor: undefined, run: undefined })}
                />
              </span>
            }
          >
            <QueryView query={query}>
              {({ runs, next_cursor }) => {
                if (runs.length === 0 && !isFiltered) return <NoImports />;
                if (runs.length === 0)
                  return <EmptyState title="No runs match">Choose another source or state.</EmptyState>;
                return (
                  <>
                    <RunsTable runs={runs} selected={selected} onSelect={(run) => show({ run: String(run) })} />
                    {(next_cursor !== null || view.cursor !== undefined) && (
                      <CursorPager
                        note={plural(runs.length, 'run')}
                        onPrevious={
                          view.cursor === undefined
                            ? undefined
                            : () => goBack(() => show({ cursor: undefined, run: undefined }))
                        }
                        onNext={next_cursor === null ? undefined : () => show({ cursor: next_cursor, run: undefined })}
                      />
                    )}
                  </>
                );
              }}
            </QueryView>
          </Panel>
          {selected !== undefined && <RunDetails key={selected} id={selected} />}
        </div>
        <SourcesTable />
      </div>
    </>
  );
}
