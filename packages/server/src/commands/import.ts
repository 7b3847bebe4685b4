import { Command, Option } from 'commander';
import type { ImportOptions } from '../ingest/import-records.ts';
import type { AnySource } from '../sources/define-source.ts';
import { sources } from '../sources/index.ts';
import type { Context } from './context.ts';
import { checkOwnName, ownCommands } from './import-own.ts';
import { addRunOptions, type RunOptions, runImport } from './run-import.ts';

interface RecordsOptions extends RunOptions {
  source: string;
  full?: boolean;
}

function recordsCommand(context: Context): Command {
  const command = new Command('records')
    .description('records as NDJSON, one object a line; - is standard input')
    .argument('<file...>', 'files, one after the other: plain, zip, gzip or zstd')
    .requiredOption('--source <name>', 'who says it; a record is known by its source and key')
    .option('--full', 'the files hold everything this source says: what is missing is removed');
  return addRunOptions(command).action((files: string[], options: RecordsOptions) => {
    checkOwnName(options.source);
    return runImport(context, options, { files, source: options.source, whole: options.full ?? false });
  });
}

interface SourceOptions extends RunOptions {
  with?: string[];
  delta?: boolean;
}

const allFiles = 'All files of this source belong in one command.';

/** What the command line asks of an import. A file of changes may be of any size, and what it lacks goes on being true. */
export function inputOf(
  source: AnySource,
  files: readonly string[],
  options: SourceOptions,
): Omit<ImportOptions, 'batchSize' | 'force'> {
  const { id, expected, whole, deltas } = source;
  return {
    ...{ files, source: id, class: source.class },
    ...(options.delta ? { whole: false, mayBeEmpty: true } : { whole, expected }),
    ...(whole ? { hint: deltas ? `${allFiles} A file of changes needs --delta.` : allFiles } : {}),
    reader: { kind: 'source', id, switchedOn: options.with ?? [] },
  };
}

/** One register or dataset: everything it needs to know stands in its file. */
function sourceCommand(context: Context, source: AnySource): Command {
  const { id, title, expected, deltas } = source;
  const switches = Object.entries(source.switches ?? {});
  const command = new Command(id)
    .description(title)
    .argument('<file...>', 'files as they were downloaded: plain, zip, gzip or zstd');
  addRunOptions(command, expected);
  if (deltas) command.option('--delta', 'the files hold only what changed: nothing is removed for not being in them');
  if (switches.length > 0) {
    const known = switches.map(([name, what]) => `${name}: ${what}`).join('; ');
    command.addOption(new Option('--with <switch...>', `switch on: ${known}`).choices(switches.map(([name]) => name)));
  }
  return command.action((files: string[], options: SourceOptions) =>
    runImport(context, options, inputOf(source, files, options)),
  );
}

export function importCommand(context: Context): Command {
  const command = new Command('import').description('take data into the ledger');
  for (const own of [...ownCommands(context), recordsCommand(context)]) command.addCommand(own);
  for (const source of sources) command.addCommand(sourceCommand(context, source));
  return command;
}
