// Starts and stops the real stores on this machine, without Docker.
import { mkdirSync, realpathSync } from 'node:fs';
import { down, status, up } from './stores/commands.ts';
import { Problems, withLock } from './stores/process.ts';
import { type Command, parseCommand } from './stores/settings.ts';

try {
  process.exitCode = await main(parseCommand(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof Problems)) throw error;
  for (const problem of error.list) console.error(`stores: ${problem}`);
  process.exitCode = 1;
}

async function main({ verb, install, purge, settings: asked }: Command): Promise<number> {
  if (process.platform !== 'linux') {
    throw new Problems(['this script starts the stores on Linux only; elsewhere use compose.yaml']);
  }
  // As root, what is written here must be readable for PostgreSQL's own user.
  process.umask(0o022);
  mkdirSync(asked.home, { recursive: true });
  // The processes are recognized by their folder, which they name without symbolic links.
  const settings = { ...asked, home: realpathSync(asked.home) };
  if (verb === 'status') return status(settings);
  await withLock(settings.home, () => (verb === 'up' ? up(settings, install) : down(settings, purge)));
  return 0;
}
