#!/usr/bin/env node
import { Command } from 'commander';
import packageFacts from '../package.json' with { type: 'json' };
import { openContext } from './commands/context.ts';
import { demoCommand } from './commands/demo.ts';
import { explainError } from './commands/explain-error.ts';
import { importCommand } from './commands/import.ts';
import { keyCommand } from './commands/key.ts';
import { migrateCommand } from './commands/migrate.ts';
import { personCommand } from './commands/person.ts';
import { publishCommand, rebuildCommand } from './commands/publish.ts';
import { serveCommand } from './commands/serve.ts';
import { statusCommand } from './commands/status.ts';

const context = openContext();
const program = new Command('orgdex')
  .description('An open, self-hosted company data service')
  .version(packageFacts.version)
  .showHelpAfterError('(add --help for what there is)');

for (const command of [
  migrateCommand,
  importCommand,
  publishCommand,
  rebuildCommand,
  serveCommand,
  statusCommand,
  keyCommand,
  personCommand,
  demoCommand,
]) {
  program.addCommand(command(context));
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`);
  process.exitCode = 1;
}
