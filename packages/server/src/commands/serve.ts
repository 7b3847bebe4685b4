import { Command } from 'commander';
import { type Context, withEngines } from './context.ts';

export function serveCommand(context: Context): Command {
  return new Command('serve').description('answer requests, and publish changes in the background').action(async () => {
    // Loaded only here: the other commands need no HTTP server and its memory.
    const { serve } = await import('../serve.ts');
    await withEngines(context, false, serve);
  });
}
