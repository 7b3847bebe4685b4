#!/usr/bin/env node
import { openContext } from './commands/context.ts';
import { explainError } from './commands/explain-error.ts';
import { buildProgram } from './commands/program.ts';

try {
  await buildProgram(openContext()).parseAsync();
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode = 1;
}
