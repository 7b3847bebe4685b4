import { Command } from 'commander';
import packageFacts from '../../package.json' with { type: 'json' };
import { accountCommand } from './account.ts';
import { auditCommand } from './audit.ts';
import { capacityCommand } from './capacity.ts';
import { companyCommand } from './company.ts';
import type { Context } from './context.ts';
import { coverageCommand } from './coverage.ts';
import { demoCommand } from './demo.ts';
import { importCommand } from './import.ts';
import { keyCommand } from './key.ts';
import { matchCommand } from './match.ts';
import { migrateCommand } from './migrate.ts';
import { personCommand } from './person.ts';
import { planCommand } from './plan.ts';
import { publishCommand, rebuildCommand } from './publish.ts';
import { runsCommand } from './runs.ts';
import { serveCommand } from './serve.ts';
import { sourcesCommand } from './sources.ts';
import { statusCommand } from './status.ts';
import { synthCommand } from './synth.ts';
import { usageCommand } from './usage.ts';

/** In the order of the help. */
const commands = [
  migrateCommand,
  sourcesCommand,
  importCommand,
  runsCommand,
  coverageCommand,
  publishCommand,
  rebuildCommand,
  serveCommand,
  statusCommand,
  planCommand,
  accountCommand,
  keyCommand,
  usageCommand,
  auditCommand,
  companyCommand,
  matchCommand,
  personCommand,
  demoCommand,
  synthCommand,
  capacityCommand,
];

/** The whole command line, built and not yet run: the reference page reads it too. */
export function buildProgram(context: Context): Command {
  const program = new Command('orgdex')
    .description('An open, self-hosted company data service')
    .version(packageFacts.version)
    .showHelpAfterError('(add --help for what there is)');
  for (const command of commands) program.addCommand(command(context));
  return program;
}
