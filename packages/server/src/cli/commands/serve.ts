import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { type Context, withEngines } from '../context.ts';

const mostWorkers = 256;

function parseWorkers(text: string): number {
  if (text === 'auto') return availableParallelism();
  const count = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= mostWorkers) return count;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostWorkers}, or auto.`);
}

// Each loads only what it needs: other commands need no HTTP server, and the primary needs no store clients.
async function serveAlone(context: Context): Promise<void> {
  const { serve } = await import('../../serve.ts');
  await withEngines(context, false, serve);
}

async function serveAsWorker(context: Context): Promise<void> {
  const { openWorkerRole } = await import('../../workers/worker.ts');
  const role = openWorkerRole();
  try {
    const { serve } = await import('../../serve.ts');
    await withEngines(context, false, (work) => serve({ ...work, role }));
  } catch (error) {
    role.giveUp();
    throw error;
  }
}

async function serveWithWorkers(context: Context, count: number): Promise<void> {
  const { superviseWorkers } = await import('../../workers/primary.ts');
  await superviseWorkers(context.config(), count);
}

export function serveCommand(context: Context): Command {
  return new Command('serve')
    .description('Serve the API, and publish changes in the background')
    .option('--workers <count>', 'Number of processes that share the port; auto is one per core', parseWorkers, 1)
    .action(async ({ workers }: { workers: number }) => {
      if (cluster.isWorker) return serveAsWorker(context);
      await (workers > 1 ? serveWithWorkers(context, workers) : serveAlone(context));
    });
}
