import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isConsoleBuilt } from '../api/console/built-console.ts';
import type { Context } from './context.ts';

/** Present in a clone of the repository, but not in an image. */
const script = join(import.meta.dirname, '../../../../scripts/build-console.ts');

/** Builds the console once, so that a clone leads to a page. The server does not need it: without it, the page says what to do. */
export function buildConsole({ note }: Pick<Context, 'note'>): void {
  if (isConsoleBuilt() || !existsSync(script)) return;
  note('Building the console');
  const { status } = spawnSync(process.execPath, [script, '--quiet'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) note('The console could not be built. Run `npm run build:console` to see why.');
}
