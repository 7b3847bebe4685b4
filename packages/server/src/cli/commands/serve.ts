import cluster from 'node:cluster';
import { Command } from 'commander';
import { type Context, withStores } from '../context.ts';
import { parsePerCore } from '../options/parse.ts';

// Each loads only what it needs: other commands need no HTTP server, and the primary needs no store clients.
async function serveAlone(context: Context, console: boolean): Promise<void> {
  const { serve } = await import('../../serve.ts');
  await withStores(context, false, (work) => serve({ ...work, console }));
}

async function serveAsWorker(context: Context, console: boolean): Promise<void> {
  const { openWorkerRole } = await import('../../api/workers/worker.ts');
  const role = openWorkerRole();
  try {
    const { serve } = await import('../../serve.ts');
    await withStores(context, false, (work) => serve({ ...work, role, console }));
  } catch (error) {
    role.giveUp();
    throw error;
  }
}

async function serveWithWorkers(context: Context, count: number): Promise<void> {
  const { superviseWorkers } = await import('../../api/workers/primary.ts');
  await superviseWorkers(context.config(), count);
}

export function serveCommand(context: Context): Command {
  return new Command('serve')
    .description('Serve the API and the web console, and publish changes in the background')
    .option('--workers <count>', 'Number of processes that share the port; auto is one per core', parsePerCore, 1)
    .option('--no-console', 'Serve only the API: no web console, no sign-in, and cookies are ignored')
    .action(async ({ workers, console }: { workers: number; console: boolean }) => {
      if (cluster.isWorker) return serveAsWorker(context, console);
      await (workers > 1 ? serveWithWorkers(context, workers) : serveAlone(context, console));
    });
}
