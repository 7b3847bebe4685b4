import { matchLimits } from '@orgdex/contract/limits';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { Confirm } from '../../components/confirm.tsx';
import { Icon } from '../../components/icon.tsx';
import { MessageText, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { saveCsv } from '../../csv.ts';
import { formatNumber, plural } from '../../format.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { canMatch, guessMapping, type Mapping } from './fields.ts';
import { FileDrop } from './file-drop.tsx';
import { countsOf, enrichedRows } from './outcome.ts';
import { Cost, Progress, Threshold } from './progress.tsx';
import { RowsPanel } from './rows-panel.tsx';
import { maxRows, type Table } from './table.ts';
import { type MatchRun, useMatch } from './use-match.ts';

const download = (table: Table, { outcomes }: MatchRun): void =>
  saveCsv(`${table.name.replace(/\.[^.]*$/, '')}-enriched.csv`, enrichedRows(table, outcomes));

const TooLong = ({ table }: { table: Table }) => (
  <Notice tone="warn">
    The file has {formatNumber(table.rows.length + table.omitted)} rows. The console matches the first{' '}
    {formatNumber(maxRows)}; for all of them, use <code>npx orgdex enrich</code>.
  </Notice>
);

/** Starts the match, after saying what it costs. */
const Start = ({ rows, isPossible, onStart }: { rows: number; isPossible: boolean; onStart: () => void }) => (
  <div className="flex flex-wrap items-center gap-3">
    <button type="button" className="button button-primary" disabled={!isPossible} onClick={onStart}>
      Match {plural(rows, 'row')}
    </button>
    <span className="text-ink-2">
      {isPossible ? <Cost rows={rows} /> : 'Choose a column with a name, domain or register number.'}
    </span>
  </div>
);

interface LoadedProps {
  readonly table: Table;
  readonly mapping: Mapping;
  readonly match: MatchRun;
  readonly threshold: number;
  readonly onMapping: (mapping: Mapping) => void;
  readonly onThreshold: (threshold: number) => void;
}

function Loaded({ table, mapping, match, threshold, onMapping, onThreshold }: LoadedProps) {
  const { state, done, error } = match;
  const parts = countsOf(match.outcomes);
  const start = () => void match.start();
  return (
    <>
      {table.omitted > 0 && <TooLong table={table} />}
      <ColumnMapping table={table} mapping={mapping} onChange={onMapping} />
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 grow basis-80">
          {state === 'ready' ? (
            <Start rows={table.rows.length} isPossible={canMatch(mapping)} onStart={start} />
          ) : (
            <Progress parts={parts} done={done} total={table.rows.length} isRunning={state === 'running'} />
          )}
        </div>
        <div className="flex items-end gap-3">
          <Threshold value={threshold} isDisabled={state !== 'ready'} onChange={onThreshold} />
          {state === 'done' && (
            <button type="button" className="button" onClick={match.reset}>
              Change and match again
            </button>
          )}
        </div>
      </div>
      {error && (
        <Notice tone="bad">
          Stopped after {plural(done, 'row')}: <MessageText text={error.message} />{' '}
          <button type="button" className="underline" onClick={start}>
            Continue
          </button>
        </Notice>
      )}
      <RowsPanel key={table.name} table={table} mapping={mapping} match={match} parts={parts} />
    </>
  );
}

/** Asks before the results are lost, unless they were downloaded. A session that has ended cannot stay. */
function LeaveGuard({ hasResults }: { hasResults: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => hasResults && next.fullPath !== '/sign-in',
    enableBeforeUnload: hasResults,
    withResolver: true,
  });
  return (
    <Confirm
      title="Leave without the results?"
      action="Leave"
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={async () => proceed?.()}
    >
      <p>The file and its matches stay on this page only. Download the CSV file to keep them.</p>
    </Confirm>
  );
}

export function MatchPage() {
  const [isSaved, setSaved] = useState(false);
  const [table, setTable] = useState<Table>();
  const [mapping, setMapping] = useState<Mapping>([]);
  const [threshold, setThreshold] = useState<number>(matchLimits.defaultThreshold);
  const match = useMatch(table, mapping, threshold);
  const open = (next: Table | undefined) => {
    match.reset();
    setSaved(false);
    setTable(next);
    setMapping(next ? guessMapping(next.header) : []);
  };
  const change = (next: Mapping) => {
    match.reset();
    setMapping(next);
  };
  return (
    <>
      <LeaveGuard hasResults={match.done > 0 && !isSaved} />
      <PageHeader title="Match a file" note={table && `${table.name}, ${plural(table.rows.length, 'row')}`}>
        {table && (
          <button type="button" className="button button-plain" onClick={() => open(undefined)}>
            Start over
          </button>
        )}
        <button
          type="button"
          className="button button-primary"
          disabled={match.done === 0}
          onClick={() => {
            if (table) download(table, match);
            setSaved(true);
          }}
        >
          <Icon name="download" />
          Download CSV
        </button>
      </PageHeader>
      <div className="flex flex-col gap-4 p-4 md:px-6">
        <FileDrop table={table} onTable={open} />
        {table && (
          <Loaded
            table={table}
            mapping={mapping}
            match={match}
            threshold={threshold}
            onMapping={change}
            onThreshold={setThreshold}
          />
        )}
      </div>
    </>
  );
}
