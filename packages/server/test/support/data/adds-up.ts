import type pg from 'pg';
import type { Run } from '../../../src/ledger/imports/runs.ts';

const outcomes = ['accepted', 'unchanged', 'rejected', 'skipped', 'suppressed', 'superseded'] as const;
const reasoned = ['rejected', 'skipped'] as const;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

type Counted = Pick<Run, 'id' | 'state' | 'counts' | 'reasons'>;

/** What does not add up in a run: a finished one accounts for every row, another for none that it did not read. */
function faultsOf({ id, state, counts, reasons }: Counted): string[] {
  const total = sum(outcomes.map((name) => counts[name]));
  const wrong = state === 'done' ? total !== counts.read : total > counts.read;
  const unexplained = reasoned.filter((name) => sum(Object.values(reasons[name] ?? {})) !== counts[name]);
  const faults = [
    ...(wrong ? [`its outcomes are ${total} rows`] : []),
    ...outcomes.filter((name) => !(counts[name] >= 0)).map((name) => `${name} is ${counts[name]}`),
    ...unexplained.map((name) => `the reasons of ${name} are ${JSON.stringify(reasons[name])}`),
  ];
  return faults.map((fault) => `run ${id} (${state}): ${fault}; its counts are ${JSON.stringify(counts)}`);
}

/** Throws unless the rows of every run of this ledger are accounted for, to the last one. */
export async function checkRunsAddUp(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Counted>('SELECT id, state, counts, reasons FROM run ORDER BY id');
  const faults = rows.flatMap(faultsOf);
  if (faults.length > 0) throw new Error(`The counts of a run do not add up:\n${faults.join('\n')}`);
}
