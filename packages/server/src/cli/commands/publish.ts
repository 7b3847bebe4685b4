import { Command, InvalidArgumentError } from 'commander';
import { OperatorError } from '../../core/errors/failure.ts';
import { formatNumber } from '../../core/output/numbers.ts';
import { replaySuppressions } from '../../pipeline/privacy/replay.ts';
import { startPublisher } from '../../pipeline/publish/background-publisher.ts';
import type { PublishCounts } from '../../pipeline/publish/publish-batch.ts';
import { publishAll } from '../../pipeline/publish/publisher.ts';
import { ensureGeneration, rebuild, rollBack } from '../../pipeline/publish/rebuild.ts';
import { maxLanes } from '../../pipeline/publish/scan/lanes.ts';
import { listen } from '../../stores/postgres/listen.ts';
import { outboxChannel } from '../../stores/postgres/outbox/enqueue.ts';
import { countFailedDocuments } from '../../stores/postgres/outbox/outbox.ts';
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

/** Publishes until a stop signal, like the background of `orgdex serve`. */
async function follow({ config, rebuild: deps }: Work): Promise<void> {
  const { openLogger } = await import('../../api/http/log-output.ts');
  const { stopOnSignals } = await import('../../api/http/shutdown.ts');
  const { log } = openLogger(config.LOG_LEVEL);
  const publisher = startPublisher(deps, log);
  const listener = listen({
    connectionString: config.DATABASE_URL,
    channels: { [outboxChannel]: publisher.wake },
    onConnected: publisher.wake,
  });
  await new Promise<void>((stopped) => {
    const stop = async () => {
      await Promise.all([listener.stop(), publisher.stop()]);
      stopped();
    };
    stopOnSignals(log, { drain() {}, stop });
  });
}

export function publishCommand(context: Context): Command {
  return new Command('publish')
    .description('Publish all pending changes to the index')
    .option('--follow', 'Keep running, and publish each change within seconds, until a stop signal')
    .option('--json', 'Print JSON, with progress as JSON on standard error')
    .action(({ follow: keepRunning = false, json = false }: { follow?: boolean; json?: boolean }) =>
      withDocuments(context, json, async (work) => {
        if (keepRunning) return follow(work);
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

function parseLanes(text: string): number {
  const count = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= maxLanes) return count;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxLanes}.`);
}

/** The first signal stops the lanes after their current batch. The second one ends the process. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  return stopping.signal;
}

interface RebuildOptions {
  rollback?: boolean;
  restart?: boolean;
  lanes?: number;
  json?: boolean;
}

async function runRebuild(
  context: Context,
  work: Work,
  { lanes, restart = false, json }: RebuildOptions,
): Promise<void> {
  const began = Date.now();
  // This is the first command after a restore: the new generation must not contain anyone who opted out.
  await replaySuppressions({ pool: work.pool, secret: work.secret, home: work.config.ORGDEX_HOME });
  const options = { restart, signal: stopSignal(), ...(lanes !== undefined && { lanes }) };
  const { generation, counts } = await rebuild({ ...work.rebuild, ...options });
  work.progress.end();
  const seconds = (Date.now() - began) / 1000;
  if (json) context.print(JSON.stringify({ event: 'done', generation: generation.id, seconds, ...counts }));
  else context.note(`Generation ${generation.id} is live after ${seconds.toFixed(1)} s: ${describe(counts)}`);
  await checkFailedDocuments(work);
}

async function runRollback(context: Context, work: Work): Promise<void> {
  const { id } = await rollBack(work.rebuild);
  work.progress.end();
  context.note(`Generation ${id} is live again.`);
}

export function rebuildCommand(context: Context): Command {
  return new Command('rebuild')
    .description('Build a new generation of the index from PostgreSQL while the old one is served, then switch to it')
    .option(
      '--lanes <count>',
      'Number of threads that build documents; by default one per core. The same command on other machines joins the work',
      parseLanes,
    )
    .option('--restart', 'Begin again instead of continuing an unfinished rebuild')
    .option('--rollback', 'Switch back to the previous generation')
    .option('--json', 'Print JSON, with progress as JSON on standard error')
    .action((options: RebuildOptions) =>
      withDocuments(context, options.json ?? false, (work) =>
        options.rollback ? runRollback(context, work) : runRebuild(context, work, options),
      ),
    );
}
