import { Command } from 'commander';
import packageFacts from '../../package.json' with { type: 'json' };
import type { Context } from './context.ts';

type Load = () => Promise<(context: Context) => Command>;

/** By name, in the order of the help. Each is loaded by itself: the others would take most of the time to start. */
export const commands: Readonly<Record<string, Load>> = {
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  sources: async () => (await import('./sources.ts')).sourcesCommand,
  import: async () => (await import('./import.ts')).importCommand,
  runs: async () => (await import('./runs.ts')).runsCommand,
  coverage: async () => (await import('./coverage.ts')).coverageCommand,
  publish: async () => (await import('./publish.ts')).publishCommand,
  rebuild: async () => (await import('./publish.ts')).rebuildCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  status: async () => (await import('./status.ts')).statusCommand,
  plan: async () => (await import('./plan.ts')).planCommand,
  account: async () => (await import('./account.ts')).accountCommand,
  key: async () => (await import('./key.ts')).keyCommand,
  usage: async () => (await import('./usage.ts')).usageCommand,
  audit: async () => (await import('./audit.ts')).auditCommand,
  company: async () => (await import('./company.ts')).companyCommand,
  match: async () => (await import('./match.ts')).matchCommand,
  person: async () => (await import('./person.ts')).personCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  synth: async () => (await import('./synth.ts')).synthCommand,
  capacity: async () => (await import('./capacity.ts')).capacityCommand,
};

/**
 * The command line, built and not yet run: the reference page reads it too.
 * @param asked the first word; if it is no command's name, all are built, as for the help
 */
export async function buildProgram(context: Context, asked = ''): Promise<Command> {
  const program = new Command('orgdex')
    .description('An open, self-hosted company data service')
    .version(packageFacts.version)
    .showHelpAfterError('(add --help for what there is)');
  const loads = Object.hasOwn(commands, asked) ? [commands[asked] as Load] : Object.values(commands);
  for (const load of loads) program.addCommand((await load())(context));
  return program;
}
