import type { Context } from '../../../server/src/cli/context.ts';
import { buildProgram } from '../../../server/src/cli/program.ts';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import type { TestLedger } from '../data/test-database.ts';

/** Runs a command on the ledger of a test suite, and returns its standard output and standard error. */
export async function runCommand(ledger: TestLedger, ...args: string[]): Promise<{ out: string; notes: string }> {
  const printed: string[] = [];
  const noted: string[] = [];
  const context: Context = {
    config: () => ({ ...readConfig(), ORGDEX_HOME: ledger.home }),
    print: (text) => void printed.push(text),
    note: (text) => void noted.push(text),
    withLedger: (run) => run(ledger.pool),
  };
  const program = await buildProgram(context, args[0]);
  await program.parseAsync(args, { from: 'user' });
  return { out: printed.join('\n'), notes: noted.join('\n') };
}
