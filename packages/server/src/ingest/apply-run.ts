import { lockWrites } from '../ledger/locks.ts';
import { inTransaction } from '../ledger/pool.ts';
import { saveRun } from '../ledger/runs.ts';
import { countLines, stageOf } from '../ledger/stage.ts';
import { applyCompanies, applyPeople } from './apply.ts';
import type { RunContext } from './import-records.ts';

type Kind = 'companies' | 'people';

/** Applies one batch; position and counts are committed with it, so that it happens exactly once. */
async function applyBatch(context: RunContext, kind: Kind, after: number, upTo: number): Promise<void> {
  const { client, run, secret, source } = context;
  const stage = stageOf(run.id);
  await inTransaction(client, async () => {
    await lockWrites(client);
    const range = { sourceId: source.id, runId: run.id, after, upTo };
    const result =
      kind === 'companies'
        ? { suppressed: 0, ...(await applyCompanies(client, { ...range, table: stage.company }, secret)) }
        : await applyPeople(client, { ...range, table: stage.person, source: source.name }, context);
    const { counts, position } = run;
    // Removals that a whole file implies stand behind the last line that was read: they do not belong to the sum.
    if (after < counts.read) {
      const read = await countLines(client, kind === 'companies' ? stage.company : stage.person, after, upTo);
      counts.accepted += result.accepted;
      counts.suppressed += result.suppressed;
      counts.unchanged += read - result.accepted - result.suppressed;
    }
    position[kind] = upTo;
    await saveRun(client, run);
  });
}

/** Applies all companies, then all people, in batches of the input's lines; what was read and what is gone never mix. */
export async function applyRun(context: RunContext): Promise<void> {
  const { run, batchSize, progress } = context;
  const last = run.position.lastLine ?? 0;
  const end = (after: number) => Math.min(after + batchSize, after < run.counts.read ? run.counts.read : last);
  for (const kind of ['companies', 'people'] as const) {
    for (let after = run.position[kind] ?? 0; after < last; after = end(after)) {
      await applyBatch(context, kind, after, end(after));
      progress.report(`taking in ${kind}`, end(after), last);
    }
  }
}
