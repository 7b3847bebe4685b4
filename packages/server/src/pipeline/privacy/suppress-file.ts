import { Reject } from '../../knowledge/sources/row-outcome.ts';
import type { OptOutFile, OptOutRow } from './opt-out-file.ts';
import type { Receipt } from './record.ts';
import { batchesOf, type OptOutDeps, type OptOutOutcome, suppressMany } from './suppress.ts';

/** What became of one row. */
export interface RowOutcome {
  readonly line: number;
  readonly status: 'recorded' | 'repeated' | 'lifted' | 'invalid';
  readonly receipt: Receipt | undefined;
  /** Why the row is invalid; never a value of it. */
  readonly reason: string | undefined;
}

function toOutcome(line: number, outcome: OptOutOutcome): RowOutcome {
  if ('problem' in outcome) return { line, status: 'invalid', receipt: undefined, reason: outcome.problem.message };
  const { receipt, isRepeated } = outcome;
  const status = receipt.lifted_at !== null ? 'lifted' : isRepeated ? 'repeated' : 'recorded';
  return { line, status, receipt, reason: undefined };
}

async function recordRows(deps: OptOutDeps, rows: readonly OptOutRow[], list: string): Promise<RowOutcome[]> {
  const valid = rows.flatMap(({ line, optOut }) => (optOut instanceof Reject ? [] : [{ line, optOut }]));
  const outcomes = await suppressMany(
    deps,
    valid.map(({ optOut }) => optOut),
    list,
  );
  const byLine = new Map(valid.map(({ line }, at) => [line, toOutcome(line, outcomes[at] as OptOutOutcome)]));
  return rows.map(({ line, optOut }) =>
    optOut instanceof Reject
      ? { line, status: 'invalid', receipt: undefined, reason: optOut.reason }
      : (byLine.get(line) as RowOutcome),
  );
}

/** Records the opt-outs of a file, a thousand in each transaction. Interrupted, it is repeated with the same file. */
export async function suppressFile(
  deps: OptOutDeps,
  { rows, sha256 }: OptOutFile,
  onProgress: (done: number) => void = () => {},
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (const batch of batchesOf(rows)) {
    outcomes.push(...(await recordRows(deps, batch, sha256)));
    onProgress(outcomes.length);
  }
  return outcomes;
}
