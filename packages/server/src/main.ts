#!/usr/bin/env node
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

// Before any other import: from the second start on, this halves the start time and saves memory. Threads do the same if the
// environment has the folder.
enableCompileCache();
// In this folder, each version of Node has its own.
const cache = getCompileCacheDir();
if (cache) process.env.NODE_COMPILE_CACHE = dirname(cache);
const { openContext } = await import('./cli/context.ts');
const { explainError } = await import('./cli/errors/explain-error.ts');
const { toTerminal } = await import('./cli/output/terminal.ts');
const { buildProgram } = await import('./cli/program.ts');

try {
  const program = await buildProgram(openContext(), process.argv[2]);
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${toTerminal(explainError(error))}\n`);
  process.exitCode = 1;
}
