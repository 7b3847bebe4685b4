import { Command } from 'commander';
import type { AnySource } from '../../knowledge/sources/define-source.ts';
import { sources } from '../../knowledge/sources/index.ts';
import type { ImportOptions } from '../../pipeline/imports/run-context.ts';
import type { Context } from '../context.ts';
import { addChoice } from '../options/parse.ts';
import { checkOwnName, ownCommands } from './import-tables.ts';
import { addRunOptions, type RunOptions, runImport } from './run-import.ts';

interface RecordsOptions extends RunOptions {
  source: string;
  full?: boolean;
}

function recordsCommand(context: Context): Command {
  const command = new Command('records')
    .description('Import records as NDJSON, one object per line; - reads standard input')
    .argument('<file...>', 'Files to import: plain, zip, gzip or zstd')
    .requiredOption('--source <name>', 'Your name for this dataset; source and key identify a record')
    .option('--full', 'The files are complete: remove records of this source that they do not contain');
  return addRunOptions(command).action((files: string[], options: RecordsOptions) => {
    checkOwnName(options.source);
    return runImport(context, options, { files, source: options.source, whole: options.full ?? false });
  });
}

interface SourceOptions extends RunOptions {
  with?: string[];
  delta?: boolean;
}

const allFiles = 'Pass all files of this source in one command.';

/** The options of an import. A delta file can have any number of rows, and removes nothing that it does not contain. */
export function inputOf(
  source: AnySource,
  files: readonly string[],
  options: SourceOptions,
): Omit<ImportOptions, 'batchSize' | 'allow'> {
  const { id, expected, whole, deltas } = source;
  return {
    files,
    source: id,
    class: source.class,
    ...(options.delta ? { whole: false, mayBeEmpty: true } : { whole, expected }),
    ...(whole ? { hint: deltas ? `${allFiles} For a delta file, use --delta.` : allFiles } : {}),
    reader: { kind: 'source', id, switchedOn: options.with ?? [] },
  };
}

/** The import of one register or dataset. Everything specific to it is in the file of the source. */
function sourceCommand(context: Context, source: AnySource): Command {
  const { id, title, expected, deltas } = source;
  const switches = Object.entries(source.switches ?? {});
  const command = new Command(id)
    .description(title)
    .argument('<file...>', 'Files as downloaded: plain, zip, gzip or zstd');
  addRunOptions(command, expected);
  if (deltas) command.option('--delta', 'The files contain only changes: remove nothing that they do not mention');
  if (switches.length > 0) {
    const known = switches.map(([name, rows]) => `${name} (${rows})`).join(', ');
    command.option(
      '--with <switch>',
      `Also import rows that are left out by default (repeatable): ${known}`,
      addChoice(
        switches.map(([name]) => name),
        'switches',
      ),
    );
  }
  return command.action((files: string[], options: SourceOptions) =>
    runImport(context, options, inputOf(source, files, options)),
  );
}

export function importCommand(context: Context): Command {
  const command = new Command('import').description('Import files');
  for (const own of [...ownCommands(context), recordsCommand(context)]) command.addCommand(own);
  for (const source of sources) command.addCommand(sourceCommand(context, source));
  return command;
}
