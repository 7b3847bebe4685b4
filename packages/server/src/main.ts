#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Before any other import: from the second start on, this halves the start time and saves memory.
enableCompileCache();
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
