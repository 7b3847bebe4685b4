import { Command } from 'commander';
import { OperatorError } from '../../errors/failure.ts';
import { countFailedDocuments } from '../../ledger/outbox/outbox.ts';
import { formatNumber } from '../../output/format-number.ts';
import { replaySuppressions } from '../../privacy/suppress.ts';
import type { PublishCounts } from '../../publish/publish-batch.ts';
import { publishAll } from '../../publish/publisher.ts';
import { ensureGeneration, rebuild, rollBack } from '../../publish/rebuild.ts';
import { type Context, type Work, withDocuments } from '../context.ts';

const describe = (counts: PublishCounts): string =>
  [
    `${formatNumber(counts.written)} documents written, ${formatNumber(counts.deleted)} deleted,`,
    `${formatNumber(counts.equal)} unchanged, ${formatNumber(counts.refused)} failed.`,
  ].join(' ');

/** Documents that OpenSearch rejects do not stop the others. The command reports them and exits with status 1. */
async function checkFailedDocuments({ pool }: Work): Promise<void> {
  const failed = await countFailedDocuments(pool);
  if (failed > 0)
    throw new OperatorError(
      `OpenSearch rejected ${failed === 1 ? '1 document' : `${formatNumber(failed)} documents`}. \`orgdex status\` shows why.`,
    );
}

export function publishCommand(context: Context): Command {
  return new Command('publish')
    .description('Publish all pending changes to the index')
    .option('--json', 'Print JSON, with progress as JSON on standard error')
    .action(({ json = false }: { json?: boolean }) =>
      withDocuments(context, json, async (work) => {
        const began = Date.now();
        const first = await ensureGeneration(work.rebuild);
        const counts = first ?? (await publishAll(work.rebuild, work.progress));
        work.progress.end();
        const seconds = (Date.now() - began) / 1000;
        if (json) context.print(JSON.stringify({ event: 'done', seconds, ...counts }));
        else context.note(`Published in ${seconds.toFixed(1)} s: ${describe(counts)}`);
        await checkFailedDocuments(work);
      }),
    );
}

export function rebuildCommand(context: Context): Command {
  return new Command('rebuild')
    .description('Build a new generation of the index from the ledger while the old one is served, then switch to it')
    .option('--rollback', 'Switch back to the previous generation')
    .option('--json', 'Print JSON, with progress as JSON on standard error')
    .action(({ rollback = false, json = false }: { rollback?: boolean; json?: boolean }) =>
      withDocuments(context, json, async (work) => {
        const began = Date.now();
        if (rollback) {
          const { id } = await rollBack(work.rebuild);
          work.progress.end();
          context.note(`Generation ${id} is live again.`);
          return;
        }
        // This is the first command after a restore: the new generation must not contain anyone who opted out.
        await replaySuppressions({ pool: work.pool, secret: work.secret, home: work.config.ORGDEX_HOME });
        const { generation, counts } = await rebuild(work.rebuild);
        work.progress.end();
        const seconds = (Date.now() - began) / 1000;
        if (json) context.print(JSON.stringify({ event: 'done', generation: generation.id, seconds, ...counts }));
        else context.note(`Generation ${generation.id} is live after ${seconds.toFixed(1)} s: ${describe(counts)}`);
        await checkFailedDocuments(work);
      }),
    );
}
