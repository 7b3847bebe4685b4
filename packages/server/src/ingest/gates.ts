import { OperatorError } from '../failure.ts';
import { countSource, stageGone } from '../ledger/gates.ts';
import { inTransaction } from '../ledger/pool.ts';
import { saveRun } from '../ledger/runs.ts';
import { countStage, dropStage, dropSuperseded, indexStage, stageOf } from '../ledger/stage.ts';
import type { RunContext } from './import-records.ts';
import { writeRejections } from './rejections.ts';

/** Shares above which a run stops before it changes anything. */
const gates = { rejected: 0.01, shrink: 0.05 } as const;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Why this run should not go on; undefined: it may. */
async function findReason(context: RunContext): Promise<string | undefined> {
  const { client, run, source } = context;
  const { read, rejected, gone } = run.counts;
  if (read === 0) return 'The input holds no rows.';
  if (rejected / read > gates.rejected) {
    return `${rejected} of ${read} rows (${percent(rejected / read)}) would be rejected; more than ${percent(gates.rejected)} is not normal.`;
  }
  const before = gone > 0 ? await countSource(client, source.id) : 0;
  if (before > 0 && gone / before > gates.shrink) {
    return `${gone} of the ${before} statements of ${source.name} (${percent(gone / before)}) are not in this whole file; more than ${percent(gates.shrink)} is not normal.`;
  }
  return undefined;
}

/** Settles what the run consists of, and stops it where it looks wrong, before anything is changed. */
export async function checkGates(context: RunContext): Promise<void> {
  const { client, run } = context;
  const stage = stageOf(run.id);
  const reason = await inTransaction(client, async () => {
    run.counts.superseded =
      (await dropSuperseded(client, stage.company)) + (await dropSuperseded(client, stage.person));
    run.counts.gone = run.whole
      ? await stageGone(client, run.id, { sourceId: run.source_id, read: run.counts.read })
      : 0;
    for (const table of [stage.company, stage.person]) await indexStage(client, table);
    const found = run.forced ? undefined : await findReason(context);
    if (found !== undefined) return found;
    run.state = 'applying';
    run.position = {
      ...run.position,
      lastLine: run.counts.read + run.counts.gone,
      stagedRows: await countStage(client, run.id),
    };
    await saveRun(client, run);
    return undefined;
  });
  if (reason !== undefined) await stop(context, reason);
}

async function stop(context: RunContext, reason: string): Promise<never> {
  const { client, run } = context;
  const file = await writeRejections(context);
  await dropStage(client, run.id);
  await saveRun(client, { ...run, state: 'stopped', reason });
  context.progress.end();
  const where = file ? ` File, line and reason of each rejected row are in ${file}.` : '';
  throw new OperatorError(
    `Run ${run.id} stopped before it changed anything: ${reason}${where} To go on all the same, add --force.`,
  );
}
