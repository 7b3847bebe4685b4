import { Command } from 'commander';
import { formatNumber } from '../format-number.ts';
import { type ImportDeps, type ImportResult, importRecords } from '../ingest/import-records.ts';
import type { RunCounts } from '../ledger/runs.ts';
import { replaySuppressions, suppressRefusedWith } from '../privacy/suppress.ts';
import { type Context, type Work, withBatches } from './context.ts';

const parts = ['accepted', 'unchanged', 'rejected', 'skipped', 'suppressed', 'superseded'] as const;

/** The counts as a sum that can be checked by hand. */
export function describeCounts(counts: RunCounts): string {
  const sum = parts.map((name) => `${formatNumber(counts[name])} ${name}`).join(' + ');
  const gone =
    counts.gone > 0
      ? ` Besides, ${formatNumber(counts.gone)} statements that the whole file no longer holds were removed.`
      : '';
  return `${formatNumber(counts.read)} read = ${sum}.${gone}`;
}

function describe({ runId, counts, resumed, rejectionsFile, took }: ImportResult): string {
  const rate = Math.round((1000 * counts.read) / Math.max(1, took.staging + took.applying));
  return [
    `Run ${runId}${resumed ? ', which an earlier call had begun,' : ''} is done: ${describeCounts(counts)}`,
    `Reading took ${(took.staging / 1000).toFixed(1)} s, taking in ${(took.applying / 1000).toFixed(1)} s: ${formatNumber(rate)} rows/s.`,
    ...(rejectionsFile ? [`Rejected rows, with file, line and reason: ${rejectionsFile}`] : []),
    ...(counts.accepted + counts.gone > 0
      ? ['Published by the next `orgdex publish`, or by a running `orgdex serve`.']
      : ['There is nothing to publish.']),
  ].join('\n');
}

/** What an import works with. Opt-outs that the ledger lacks are replayed first: nobody may come in behind one. */
export async function prepareImport({ config, pool, secret, progress }: Work): Promise<ImportDeps> {
  const privacy = { pool, secret, home: config.ORGDEX_HOME };
  await replaySuppressions(privacy);
  return { ...privacy, progress, suppressRefused: suppressRefusedWith(privacy) };
}

interface Options {
  source: string;
  full?: boolean;
  force?: boolean;
  json?: boolean;
}

export function importCommand(context: Context): Command {
  const records = new Command('records')
    .description('take in NDJSON records: plain, gzip or zstd; - is standard input')
    .argument('<file...>', 'files, one after the other')
    .requiredOption('--source <name>', 'who says it; a record is known by its source and key')
    .option('--full', 'the files hold everything this source says: what is missing is removed')
    .option('--force', 'go on although too many rows are rejected or missing')
    .option('--json', 'progress and result as JSON')
    .action((files: string[], options: Options) =>
      withBatches(context, options.json ?? false, async (work) => {
        const { source, full = false, force = false } = options;
        const batchSize = work.config.ORGDEX_BATCH_ROWS;
        const result = await importRecords(await prepareImport(work), { files, source, whole: full, force, batchSize });
        if (options.json) context.print(JSON.stringify({ event: 'done', ...result }));
        else context.note(describe(result));
      }),
    );
  return new Command('import').description('take data into the ledger').addCommand(records);
}
