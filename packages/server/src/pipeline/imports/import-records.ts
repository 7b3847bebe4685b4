import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { OperatorError } from '../../core/errors/failure.ts';
import { currentUser } from '../../core/settings/current-user.ts';
import { sourceClasses } from '../../knowledge/profiles/precedence.ts';
import { createBatchTables } from '../../stores/postgres/imports/batch-tables.ts';
import {
  beginRun,
  ensureSource,
  noCounts,
  noReasons,
  type Run,
  type RunCounts,
  saveRun,
  unfinishedRun,
} from '../../stores/postgres/imports/runs.ts';
import { countStage, createStage, dropStage } from '../../stores/postgres/imports/stage.ts';
import { tryLockSource, unlockSource } from '../../stores/postgres/locks.ts';
import { type Client, inTransaction } from '../../stores/postgres/pool.ts';
import { applyRun } from './apply/apply-run.ts';
import type { ImportDeps, ImportOptions, RunContext } from './run-context.ts';
import { runSafetyChecks } from './safety-checks.ts';
import { beganByOtherRules, saveFingerprints } from './stage/fingerprints.ts';
import { writeRejections } from './stage/rejections.ts';
import { stageRun } from './stage/stage-run.ts';

export interface ImportResult {
  runId: number;
  counts: RunCounts;
  resumed: boolean;
  rejectionsFile: string | undefined;
  /** Why rows, or values of rows, were left out. */
  reasons: Run['reasons'];
  /** How people whose rows do not identify their company were linked. */
  links: Run['links'];
  /** The duration of each stage in milliseconds. */
  took: { staging: number; applying: number };
}

const sourceName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Identifies the input before it is read, so that an interrupted run continues only with the same input. */
function describeInput(files: readonly string[]): string {
  const facts = files.map((file) => {
    if (file === '-') return 'standard input';
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) throw new OperatorError(`File not found: ${file}`);
    return `${resolve(file)} ${stat.size} ${stat.mtimeMs}`;
  });
  return `${files.join(' ')} ${createHash('sha256').update(facts.join('\n')).digest('hex').slice(0, 16)}`;
}

/** The user and host that started a run, shown with it. */
const userAtHost = () => `${currentUser()}@${hostname()}`;

/** Imports files of records into the database. If the process is killed at any point, the next call continues. */
export async function importRecords(deps: ImportDeps, options: ImportOptions): Promise<ImportResult> {
  if (!sourceName.test(options.source)) {
    throw new OperatorError('A source name has 1 to 64 letters, digits, dots, hyphens or underscores.');
  }
  const input = describeInput(options.files);
  const sourceClass = options.class ?? 'own';
  const source = await ensureSource(deps.pool, {
    name: options.source,
    class: sourceClass,
    ...sourceClasses[sourceClass],
  });
  const client = await deps.pool.connect();
  try {
    if (!(await tryLockSource(client, source.id))) {
      throw new OperatorError(`Another import of ${source.name} is running. Wait until it finishes, or stop it.`);
    }
    await createBatchTables(client);
    const {
      files,
      reader = { kind: 'records' },
      expected,
      hint,
      mayBeEmpty,
      allow = [],
      batchSize,
      lanes = 1,
    } = options;
    const context = { ...deps, client, source, files, reader, expected, hint, mayBeEmpty, allow, batchSize, lanes };
    const requested = { input, whole: options.whole ?? false, overridesChecks: allow.length > 0 };
    const left = await settleUnfinished(context, requested);
    if (left?.state === 'done') return left.result;
    const run = left?.run ?? (await beginRun(client, { sourceId: source.id, ...requested, startedBy: userAtHost() }));
    run.overrides_checks = requested.overridesChecks;
    return await perform({ ...context, run }, left !== undefined);
  } finally {
    await unlockSource(client, source.id).catch(() => {});
    client.release(true);
  }
}

type Unfinished = { state: 'staging'; run: Run } | { state: 'done'; result: ImportResult } | undefined;

/**
 * Finishes a run that died while it was applied, from its stage. A run that had changed nothing is continued if the
 * input is the same, and abandoned otherwise.
 */
async function settleUnfinished(
  context: Omit<RunContext, 'run'>,
  requested: Pick<Run, 'input' | 'whole'>,
): Promise<Unfinished> {
  const run = await unfinishedRun(context.client, context.source.id);
  if (!run) return undefined;
  // Standard input cannot be compared, so it never counts as the same input.
  const isRequested = run.input === requested.input && run.whole === requested.whole && !context.files.includes('-');
  const intact = (await isStageIntact(context.client, run)) && !beganByOtherRules(run, context.reader);
  if (run.state === 'applying' && intact) {
    const result = await perform({ ...context, run }, true);
    return isRequested ? { state: 'done', result } : undefined;
  }
  if (isRequested) {
    if (intact) return { state: 'staging', run };
    await dropStage(context.client, run.id);
    return {
      state: 'staging',
      run: {
        ...run,
        state: 'staging',
        position: {},
        counts: { ...noCounts },
        reasons: noReasons(),
        links: {},
        widest: null,
      },
    };
  }
  if (run.state === 'applying' && !context.allow.includes('unfinished')) {
    throw new OperatorError(
      [
        `Run ${run.id} of ${context.source.name} was interrupted after it had applied some of its rows, and its`,
        `staged rows are lost. Import its file again (${run.input}), or abandon it with --allow unfinished.`,
      ].join(' '),
    );
  }
  await dropStage(context.client, run.id);
  const reason =
    run.state === 'applying'
      ? 'Abandoned after some of its rows were applied.'
      : 'Nothing was changed: another input was imported instead.';
  await saveRun(context.client, { ...run, state: 'stopped', reason });
  return undefined;
}

/** The stage is unlogged: after a database crash it exists, but is empty. */
async function isStageIntact(client: Client, run: Run): Promise<boolean> {
  return (await countStage(client, run.id)) >= (run.position.stagedRows ?? 0);
}

/** If the input itself cannot be read, the run ends with the reason. After any other failure, it can be continued. */
async function giveUp({ client, run }: RunContext, error: unknown): Promise<never> {
  if (error instanceof OperatorError) {
    await dropStage(client, run.id);
    await saveRun(client, { ...run, state: 'stopped', reason: error.message });
  }
  throw error;
}

async function perform(context: RunContext, resumed: boolean): Promise<ImportResult> {
  const { client, run } = context;
  const began = Date.now();
  if (run.state === 'staging') {
    await createStage(client, run.id);
    await stageRun(context).catch((error) => giveUp(context, error));
    await runSafetyChecks(context);
  }
  const staged = Date.now();
  await applyRun(context);
  const rejectionsFile = await writeRejections(context);
  run.state = 'done';
  // In one transaction, so that a finished run never has a stage.
  await inTransaction(client, async () => {
    await saveFingerprints(context);
    await saveRun(client, run);
    await dropStage(client, run.id);
  });
  context.progress.end();
  return {
    runId: run.id,
    counts: run.counts,
    resumed,
    rejectionsFile,
    reasons: run.reasons,
    links: run.links,
    took: { staging: staged - began, applying: Date.now() - staged },
  };
}
