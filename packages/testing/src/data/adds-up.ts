import type pg from 'pg';
import type { Run } from '../../../server/src/stores/postgres/imports/runs.ts';

const outcomes = ['accepted', 'unchanged', 'rejected', 'skipped', 'suppressed', 'superseded'] as const;
const reasoned = ['rejected', 'skipped'] as const;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

type Counted = Pick<Run, 'id' | 'state' | 'counts' | 'reasons'>;

/** What does not add up in a run: a finished run accounts for every row, any other only for rows that it read. */
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

/** Throws unless every row of every run in this database is accounted for. */
export async function checkRunsAddUp(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Counted>('SELECT id, state, counts, reasons FROM run ORDER BY id');
  const faults = rows.flatMap(faultsOf);
  if (faults.length > 0) throw new Error(`The counts of a run do not add up:\n${faults.join('\n')}`);
}
