#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Before anything else is loaded: from the second start on, half of the time and less memory.
enableCompileCache();
const { openContext } = await import('./cli/context.ts');
const { explainError } = await import('./cli/errors/explain-error.ts');
const { buildProgram } = await import('./cli/program.ts');

try {
  const program = await buildProgram(openContext(), process.argv[2]);
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode = 1;
}
