import { Command, Option } from 'commander';
import type { AnySource } from '../sources/define-source.ts';
import { sources } from '../sources/index.ts';
import type { Context } from './context.ts';
import { checkOwnName, ownCommands } from './import-own.ts';
import { type Expected, parseExpected, runImport } from './run-import.ts';

interface Options {
  source: string;
  full?: boolean;
  force?: boolean;
  json?: boolean;
}

function recordsCommand(context: Context): Command {
  return new Command('records')
    .description('records as NDJSON, one object a line; - is standard input')
    .argument('<file...>', 'files, one after the other: plain, zip, gzip or zstd')
    .requiredOption('--source <name>', 'who says it; a record is known by its source and key')
    .option('--full', 'the files hold everything this source says: what is missing is removed')
    .option('--expect <min-max>', 'how many rows are normal', parseExpected)
    .option('--force', 'go on although too many rows are rejected or missing')
    .option('--json', 'progress and result as JSON')
    .action((files: string[], options: Options & { expect?: Expected }) => {
      const { source, full: whole = false, force = false, expect } = options;
      checkOwnName(source);
      return runImport(context, options.json ?? false, {
        ...{ files, source, whole, force },
        ...(expect ? { expected: expect } : {}),
      });
    });
}

interface SourceOptions {
  with?: string[];
  expect?: Expected;
  force?: boolean;
  json?: boolean;
}

/** One register or dataset: everything it needs to know stands in its file. */
function sourceCommand(context: Context, source: AnySource): Command {
  const { min, max } = source.expected;
  const switches = Object.entries(source.switches ?? {});
  const command = new Command(source.id)
    .description(source.title)
    .argument('<file...>', 'files as they were downloaded: plain, zip, gzip or zstd')
    .option('--expect <min-max>', `how many rows are normal (default: ${min}-${max})`, parseExpected)
    .option('--force', 'go on although the number of rows, or of those rejected or missing, is not normal')
    .option('--json', 'progress and result as JSON');
  if (switches.length > 0) {
    const known = switches.map(([name, what]) => `${name}: ${what}`).join('; ');
    command.addOption(new Option('--with <switch...>', `switch on: ${known}`).choices(switches.map(([name]) => name)));
  }
  return command.action((files: string[], options: SourceOptions) =>
    runImport(context, options.json ?? false, {
      ...{ files, source: source.id, class: source.class, whole: source.whole, force: options.force ?? false },
      expected: options.expect ?? source.expected,
      reader: { kind: 'source', id: source.id, switchedOn: options.with ?? [] },
    }),
  );
}

export function importCommand(context: Context): Command {
  const command = new Command('import').description('take data into the ledger');
  for (const own of [...ownCommands(context), recordsCommand(context)]) command.addCommand(own);
  for (const source of sources) command.addCommand(sourceCommand(context, source));
  return command;
}
