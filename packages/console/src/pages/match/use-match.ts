import { matchLimits } from '@orgdex/contract/limits';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { orgdex } from '../../client.ts';
import { itemOf, type Mapping } from './fields.ts';
import type { Decision, Outcome } from './outcome.ts';
import type { Table } from './table.ts';

interface Run {
  /** By row; a row without a result has none. Changed in place: 10,000 rows are not copied for each batch. */
  readonly outcomes: (Outcome | undefined)[];
  done: number;
  state: 'ready' | 'running' | 'stopped' | 'done';
  error?: Error | undefined;
}

const newRun = (): Run => ({ outcomes: [], done: 0, state: 'ready' });

export type MatchRun = ReturnType<typeof useMatch>;

/** Sends the rows in batches, keeps what came back, and continues after a failure where it stopped. */
export function useMatch(table: Table | undefined, mapping: Mapping, threshold: number) {
  const run = useRef<Run>(newRun());
  const controller = useRef<AbortController>(undefined);
  const [version, redraw] = useReducer((count: number) => count + 1, 0);

  const reset = useCallback(() => {
    controller.current?.abort();
    run.current = newRun();
    redraw();
  }, []);
  useEffect(() => () => controller.current?.abort(), []);

  const start = async () => {
    if (!table) return;
    const current = run.current;
    controller.current = new AbortController();
    const { signal } = controller.current;
    Object.assign(current, { state: 'running', error: undefined });
    redraw();
    try {
      const items = table.rows.slice(current.done).map((row) => itemOf(row, mapping));
      // One batch after the other: a batch that was paid is never lost because the one before it failed.
      const request = { threshold, candidates: matchLimits.maxCandidates, return: 'card' as const, concurrency: 1 };
      for await (const { result } of orgdex.companies.matchMany(items, request, { signal })) {
        current.outcomes[current.done] = { result };
        current.done += 1;
        if (current.done % matchLimits.maxItems === 0) redraw();
      }
      current.state = 'done';
    } catch (error) {
      if (signal.aborted) return;
      Object.assign(current, { state: 'stopped', error });
    }
    redraw();
  };

  const decide = (row: number, decision: Decision | undefined) => {
    const outcome = run.current.outcomes[row];
    if (!outcome) return;
    run.current.outcomes[row] = { result: outcome.result, decision };
    redraw();
  };

  return { ...run.current, version, start, reset, decide };
}
