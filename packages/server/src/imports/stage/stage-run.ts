import { type FileFacts, type Run, saveRun } from '../../ledger/imports/runs.ts';
import { commitLater, stageLines } from '../../ledger/imports/stage.ts';
import { inTransaction } from '../../ledger/pool.ts';
import type { RunContext } from '../run-context.ts';
import { hasTooManyRejected } from '../safety-checks.ts';
import { readSteps } from './reading.ts';
import type { Step } from './steps.ts';

/** Reasons that are told apart; a broken file could give millions. */
const mostReasons = 200;

function addReasons(run: Run, { reasons }: Step): void {
  for (const outcome of ['skipped', 'rejected', 'noted'] as const) {
    const known = run.reasons[outcome];
    for (const [given, rows] of Object.entries(reasons[outcome])) {
      const reason = given in known || Object.keys(known).length < mostReasons ? given : 'other reasons';
      known[reason] = (known[reason] ?? 0) + rows;
      // A note is no outcome: its row counts as what became of it.
      if (outcome !== 'noted') run.counts[outcome] += rows;
    }
  }
}

/** Commits what was read so far together with how far that is. */
async function save({ client, run }: RunContext, step: Step): Promise<void> {
  await inTransaction(client, async () => {
    await commitLater(client);
    await stageLines(client, run.id, step.lines);
    run.position.staged = step.at;
    run.position.stagedRows = (run.position.stagedRows ?? 0) + step.staged;
    run.counts.read = step.at.rows;
    addReasons(run, step);
    await saveRun(client, run);
  });
}

/** Rows of one step: few enough to be held twice, while one step is read and the one before is written. */
const stepRows = 5000;

/** Reads the input into the stage, step by step; goes on behind what an earlier try has staged. */
export async function stageRun(context: RunContext): Promise<void> {
  const { run, files, reader, secret, source } = context;
  const steps = readSteps({
    files,
    reader,
    source,
    secret,
    from: run.position.staged ?? { rows: 0, part: 0, before: 0 },
    stepRows: Math.min(stepRows, context.batchSize),
  });
  try {
    run.files = await stageSteps(context, steps);
  } finally {
    // However this ends, the reading thread ends with it: the process would wait for it.
    await steps.return([]);
  }
}

/** Writes each step while the next is read; gives what the files were. */
async function stageSteps(context: RunContext, steps: AsyncGenerator<Step, FileFacts[]>): Promise<FileFacts[]> {
  let saving = Promise.resolve();
  while (!hasTooManyRejected(context)) {
    // Also when reading fails, what is being written is waited for.
    const [next, saved] = await Promise.allSettled([steps.next(), saving]);
    if (saved.status === 'rejected') throw saved.reason;
    if (next.status === 'rejected') throw next.reason;
    const { done, value } = next.value;
    if (done) return value;
    saving = save(context, value);
    // A failure is thrown at the next await; until then nobody else looks.
    saving.catch(() => {});
    context.progress.report('reading', value.at.rows);
  }
  await saving;
  return [];
}
