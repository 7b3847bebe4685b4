import type { Context } from '../../../server/src/cli/context.ts';
import { buildProgram } from '../../../server/src/cli/program.ts';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import type { TestDatabase } from '../data/test-database.ts';

/** Runs a command on the database of a test suite, and returns its standard output and standard error. */
export async function runCommand(database: TestDatabase, ...args: string[]): Promise<{ out: string; notes: string }> {
  const printed: string[] = [];
  const noted: string[] = [];
  const context: Context = {
    config: () => ({ ...readConfig(), ORGDEX_HOME: database.home }),
    print: (text) => void printed.push(text),
    note: (text) => void noted.push(text),
    withDatabase: (run) => run(database.pool),
  };
  const program = await buildProgram(context, args[0]);
  await program.parseAsync(args, { from: 'user' });
  return { out: printed.join('\n'), notes: noted.join('\n') };
}
