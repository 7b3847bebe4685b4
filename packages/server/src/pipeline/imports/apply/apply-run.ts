import { countLinks, readStagedDescriptions } from '../../../stores/postgres/imports/described-companies.ts';
import { saveRun } from '../../../stores/postgres/imports/runs.ts';
import { nextBatch, stageOf } from '../../../stores/postgres/imports/stage.ts';
import { lockWrites } from '../../../stores/postgres/locks.ts';
import { analyzeOnce } from '../../../stores/postgres/planner.ts';
import { inTransaction } from '../../../stores/postgres/pool.ts';
import { ensureNameIndex } from '../../identity/described/name-index.ts';
import { widerOf } from '../../identity/widest-identifier.ts';
import type { RunContext } from '../run-context.ts';
import { applyCompanies, applyPeople } from './apply-batch.ts';
import { writeAlone } from './first-load.ts';

type Kind = 'companies' | 'people';

/**
 * The table with the lines to apply: for companies, only those that differ. In the first run of the source, those that were not
 * written at once.
 */
function linesOf({ run }: RunContext, kind: Kind): string {
  const stage = stageOf(run.id);
  if (kind === 'people') return run.position.firstPeople?.written ? stage.sharedPeople : stage.person;
  if (run.position.first) return run.position.firstLoad?.written ? stage.shared : stage.company;
  return stage.different;
}

interface Range {
  after: number;
  upTo: number;
  lines: number;
}

/** Applies one batch. Position and counts are committed with it, so that it is applied exactly once. */
async function applyBatch(context: RunContext, kind: Kind, { after, upTo, lines }: Range): Promise<void> {
  const { client, run, secret, source } = context;
  const stage = stageOf(run.id);
  await inTransaction(client, async () => {
    await lockWrites(client);
    const range = { sourceId: source.id, runId: run.id, after, upTo };
    const result =
      kind === 'companies'
        ? { suppressed: 0, ...(await applyCompanies(client, { ...range, ...companyTables(context) }, secret)) }
        : {
            widest: undefined,
            ...(await applyPeople(
              client,
              { ...range, table: stage.person, lines: linesOf(context, kind), source: source.name },
              context,
            )),
          };
    const { counts, position } = run;
    run.widest = widerOf(run.widest ?? undefined, result.widest) ?? null;
    // The removals of a full file come after the last line read, and do not count as read rows.
    if (after < counts.read) {
      counts.accepted += result.accepted;
      counts.suppressed += result.suppressed;
      counts.unchanged += lines - result.accepted - result.suppressed;
    }
    position[kind] = upTo;
    await saveRun(client, run);
  });
}

const companyTables = (context: RunContext) => ({
  table: stageOf(context.run.id).company,
  lines: linesOf(context, 'companies'),
  first: context.run.position.first ?? false,
});

/** Applies all companies, then all people, in batches. */
export async function applyRun(context: RunContext): Promise<void> {
  const { client, run, source } = context;
  const table = stageOf(run.id).person;
  if (run.position.first) await writeAlone(context, 'companies');
  await applyKind(context, 'companies');
  const described = await readStagedDescriptions(client, table);
  if (described.named) await ensureNameIndex(context);
  await writeAlone(context, 'people');
  await applyKind(context, 'people');
  if (described.any) run.links = await countLinks(client, { table, sourceId: source.id });
}

/** A batch never contains both rows that were read and removals. */
async function applyKind(context: RunContext, kind: Kind): Promise<void> {
  const { client, run, batchSize: size, progress } = context;
  const { read } = run.counts;
  const end = run.position.lastLine ?? 0;
  const table = linesOf(context, kind);
  let analyzed = false;
  for (const last of [read, end]) {
    for (;;) {
      const after = Math.max(run.position[kind] ?? 0, last === read ? 0 : read);
      const batch = await nextBatch(client, table, { after, last, size });
      if (!batch) break;
      await applyBatch(context, kind, { after, ...batch });
      if (!analyzed) await analyzeOnce(client, kind);
      analyzed = true;
      progress.report(`applying ${kind}`, batch.upTo, end);
    }
  }
}
