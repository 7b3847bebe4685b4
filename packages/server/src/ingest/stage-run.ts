import { inTransaction } from '../ledger/pool.ts';
import { saveRun } from '../ledger/runs.ts';
import { type StagedRows, stageRows } from '../ledger/stage.ts';
import { deriveId } from '../secret.ts';
import type { RunContext } from './import-records.ts';
import { type Line, linesOf } from './lines.ts';
import { parseRecord } from './parse-record.ts';
import { Rejection, type Row } from './row.ts';

const noRows = (): StagedRows => ({ companies: [], people: [], rejections: [] });

function place(context: RunContext, rows: StagedRows, row: Row, line: number): void {
  const founder = { source: context.source.name, key: row.key };
  if (row.kind === 'company') {
    rows.companies.push({ ...row, line, candidate: deriveId('c', context.secret.companyIdKey, founder) });
    return;
  }
  const companyRef = row.companyRef.replace(/^key:/, `key:${context.source.id}:`);
  rows.people.push({ ...row, line, companyRef, candidate: deriveId('p', context.secret.personIdKey, founder) });
}

function readLine(context: RunContext, rows: StagedRows, line: Line, number: number): void {
  const row =
    line.text === undefined ? new Rejection(line.fault ?? 'unreadable') : parseRecord(line.text, context.secret);
  if (row instanceof Rejection)
    rows.rejections.push({ file: line.file, line: line.number, reason: row.reason, key: row.key });
  else place(context, rows, row, number);
}

/** Commits what was read so far together with how far that is. */
async function save({ client, run }: RunContext, rows: StagedRows, lines: number): Promise<void> {
  const { position, counts } = run;
  await inTransaction(client, async () => {
    await stageRows(client, run.id, rows);
    position.staged = lines;
    position.stagedRows = (position.stagedRows ?? 0) + rows.companies.length + rows.people.length;
    counts.read = lines;
    counts.rejected += rows.rejections.length;
    await saveRun(client, run);
  });
}

/** Rows of one step: few enough to be held twice, while one step is read and the one before is written. */
const stepSize = 2000;

/** Reads the input into the stage, step by step; lines that an earlier try has staged are passed over. */
export async function stageRun(context: RunContext): Promise<void> {
  const already = context.run.position.staged ?? 0;
  const step = Math.min(stepSize, context.batchSize);
  let rows = noRows();
  let number = 0;
  let saving = Promise.resolve();
  for await (const lines of linesOf(context.files)) {
    for (const line of lines) {
      number += 1;
      if (number <= already) continue;
      readLine(context, rows, line, number);
      if ((number - already) % step !== 0) continue;
      await saving;
      saving = save(context, rows, number);
      // A failure is thrown at the next await; until then nobody else looks.
      saving.catch(() => {});
      rows = noRows();
      context.progress.report('reading', number);
    }
  }
  await saving;
  await save(context, rows, Math.max(number, already));
}
