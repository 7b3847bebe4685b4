import { styleText } from 'node:util';
import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import type { Context } from './context.ts';

type Load = () => Promise<(context: Context) => Command>;

/**
 * Commands by topic and name, in the order of the help. Each is loaded separately, because loading all takes most of
 * the startup time.
 */
const topics: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  'Load data': {
    migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
    role: async () => (await import('./commands/role.ts')).roleCommand,
    sources: async () => (await import('./commands/sources.ts')).sourcesCommand,
    import: async () => (await import('./commands/import.ts')).importCommand,
    publish: async () => (await import('./commands/publish.ts')).publishCommand,
    rebuild: async () => (await import('./commands/publish.ts')).rebuildCommand,
  },
  Serve: {
    serve: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  'Use the API': {
    enrich: async () => (await import('./commands/enrich.ts')).enrichCommand,
    mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  Inspect: {
    status: async () => (await import('./commands/status.ts')).statusCommand,
    runs: async () => (await import('./commands/runs.ts')).runsCommand,
    coverage: async () => (await import('./commands/coverage.ts')).coverageCommand,
    audit: async () => (await import('./commands/audit.ts')).auditCommand,
  },
  Customers: {
    plan: async () => (await import('./commands/plan.ts')).planCommand,
    account: async () => (await import('./commands/account.ts')).accountCommand,
    key: async () => (await import('./commands/key.ts')).keyCommand,
    usage: async () => (await import('./commands/usage.ts')).usageCommand,
  },
  'Identity and privacy': {
    company: async () => (await import('./commands/company.ts')).companyCommand,
    match: async () => (await import('./commands/match.ts')).matchCommand,
    person: async () => (await import('./commands/person.ts')).personCommand,
  },
  'Try it': {
    demo: async () => (await import('./commands/demo.ts')).demoCommand,
    capacity: async () => (await import('./commands/capacity.ts')).capacityCommand,
  },
};

export const commands: Readonly<Record<string, Load>> = Object.assign({}, ...Object.values(topics));

/** Applies the settings of the program to commands that were built separately. */
function inheritSettings(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inheritSettings(command);
  }
}

/**
 * Builds the command line without running it; the reference page uses it too.
 * @param asked the first argument; if it is not the name of a command, all commands are built, as for the help
 */
export async function buildProgram(context: Context, asked = ''): Promise<Command> {
  const program = new Command('orgdex')
    .description('An open, self-hosted company data service')
    .version(packageJson.version, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Show this help')
    .helpCommand('help [command]', 'Show the help of a command')
    .showHelpAfterError('Run the command with --help to see its options.')
    .configureHelp({ styleTitle: (title) => styleText('bold', title, { validateStream: false }) });
  for (const [topic, loads] of Object.entries(topics)) {
    program.commandsGroup(`${topic}:`);
    for (const [name, load] of Object.entries(loads)) {
      if (Object.hasOwn(commands, asked) && name !== asked) continue;
      program.addCommand((await load())(context));
    }
  }
  inheritSettings(program);
  return program;
}
