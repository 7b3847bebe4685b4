import { type FileFacts, type Run, saveRun } from '../../../stores/postgres/imports/runs.ts';
import { commitLater, stageLines } from '../../../stores/postgres/imports/stage.ts';
import { inTransaction } from '../../../stores/postgres/pool.ts';
import type { RunContext } from '../run-context.ts';
import { hasTooManyRejected } from '../safety-checks.ts';
import { openKnownRows } from './fingerprints.ts';
import { readSteps } from './reading.ts';
import type { Step } from './steps.ts';

/** The number of different reasons that are counted; an invalid file could produce millions. */
const maxReasons = 200;

function addReasons(run: Run, { reasons }: Step): void {
  for (const outcome of ['skipped', 'rejected', 'noted'] as const) {
    const known = run.reasons[outcome];
    for (const [given, rows] of Object.entries(reasons[outcome])) {
      const reason = given in known || Object.keys(known).length < maxReasons ? given : 'other reasons';
      known[reason] = (known[reason] ?? 0) + rows;
      // A warning is not an outcome: its row is counted by its outcome.
      if (outcome !== 'noted') run.counts[outcome] += rows;
    }
  }
}

/** Commits a step together with the position after it. */
async function save({ client, run }: RunContext, step: Step): Promise<void> {
  await inTransaction(client, async () => {
    await commitLater(client);
    await stageLines(client, run.id, step.lines);
    run.position.staged = step.at;
    run.position.stagedRows = (run.position.stagedRows ?? 0) + step.staged;
    if (run.position.fingerprints?.known !== undefined) run.position.fingerprints.known += step.known;
    run.counts.read = step.at.rows;
    addReasons(run, step);
    await saveRun(client, run);
  });
}

/** Rows per step: few enough to keep two steps in memory, one being read and one being written. */
const stepRows = 5000;

/** Reads the input into the stage, step by step. A resumed run continues after what was already staged. */
export async function stageRun(context: RunContext): Promise<void> {
  const { run, files, reader, secret, source } = context;
  const known = await openKnownRows(context);
  const task = {
    files,
    reader,
    source,
    secret,
    from: run.position.staged ?? { rows: 0, part: 0, before: 0 },
    stepRows: Math.min(stepRows, context.batchSize),
    fingerprints: run.position.fingerprints !== undefined,
    known: known?.memory,
  };
  const steps = readSteps(task, context.lanes);
  try {
    run.files = await stageSteps(context, steps);
  } finally {
    // The reading thread must end in any case, or it would keep the process alive.
    await steps.return([]);
  }
}

/** Writes each step while the next is read; returns the facts about the files. */
async function stageSteps(context: RunContext, steps: AsyncGenerator<Step, FileFacts[]>): Promise<FileFacts[]> {
  let saving = Promise.resolve();
  while (!hasTooManyRejected(context)) {
    // If reading fails, the write in progress is still awaited.
    const [next, saved] = await Promise.allSettled([steps.next(), saving]);
    if (saved.status === 'rejected') throw saved.reason;
    if (next.status === 'rejected') throw next.reason;
    const { done, value } = next.value;
    if (done) return value;
    saving = save(context, value);
    // An error is thrown at the next await. Until then, this handler prevents an unhandled rejection.
    saving.catch(() => {});
    context.progress.report('reading', value.at.rows);
  }
  await saving;
  return [];
}
