import { Command, InvalidArgumentError } from 'commander';
import { OperatorError } from '../../core/errors/failure.ts';
import { startProgress } from '../../core/output/progress.ts';
import { makeTrialSecret, readSecret } from '../../core/settings/secret.ts';
import { parseCountry } from '../../knowledge/rules/places/country.ts';
import { findSource } from '../../knowledge/sources/index.ts';
import { describeMapping, toTrialEvent } from '../../knowledge/sources/tables/describe-mapping.ts';
import type { TrialTask } from '../../pipeline/imports/dry-run.ts';
import type { OpenDatabase } from '../../pipeline/imports/dry-run-links.ts';
import type { TableReaderName } from '../../pipeline/imports/input/reader.ts';
import type { Context } from '../context.ts';
import { addRunOptions, type RunOptions, runImport } from './run-import.ts';

type Pair = readonly [string, string];

export function addPair(text: string, others: readonly Pair[]): Pair[] {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('Use "Their column=field", for example "Firm=name".');
  return [...others, [text.slice(0, at).trim(), text.slice(at + 1).trim()]];
}

export function parseCountryOption(text: string): string {
  const country = parseCountry(text);
  if (!country) throw new InvalidArgumentError('Use a two-letter ISO country code.');
  return country;
}

/** The name of a public source is reserved for its own import command. */
export function checkOwnName(name: string): void {
  if (findSource(name))
    throw new OperatorError(
      `${name} is the name of a public source. Use \`orgdex import ${name}\`, or choose another name for your own data.`,
    );
}

interface Options extends RunOptions {
  source?: string;
  map: Pair[];
  country?: string;
  full?: boolean;
  dryRun?: boolean;
}

/** With a source, a dry run of people reads the database: which company a row means depends on the companies there. */
function trialTask(context: Context, name: TableReaderName, { source, json = false }: Options): TrialTask {
  if (source === undefined || name.table === 'companies') return { name, secret: makeTrialSecret() };
  const secret = readSecret(context.config().ORGDEX_HOME);
  const openPool: OpenDatabase = (work) =>
    context.withDatabase(async (pool) => {
      const progress = startProgress(process.stderr, json);
      try {
        return await work({ pool, secret, progress, source });
      } finally {
        progress.end();
      }
    });
  return { name, secret, openPool };
}

/** Reads everything, imports nothing, and shows what an import would do. */
async function dryRun(
  context: Context,
  files: readonly string[],
  name: TableReaderName,
  options: Options,
): Promise<void> {
  const { json = false } = options;
  const { dryRun } = await import('../../pipeline/imports/dry-run.ts');
  let problems = 0;
  for await (const trial of dryRun(files, trialTask(context, name, options))) {
    context.print(json ? JSON.stringify(toTrialEvent(trial)) : describeMapping(trial));
    problems += trial.mapping.problems.length;
  }
  if (problems > 0) throw new OperatorError('Fix the problems above and run the command again.');
}

function run(context: Context, files: string[], name: TableReaderName, options: Options): Promise<void> {
  if (options.dryRun) return dryRun(context, files, name, options);
  if (options.source === undefined)
    throw new OperatorError('Name this dataset with --source <name>, or check the file first with --dry-run.');
  checkOwnName(options.source);
  return runImport(context, options, { files, source: options.source, whole: options.full ?? false, reader: name });
}

function ownCommand(context: Context, table: TableReaderName['table']): Command {
  const command = new Command(table)
    .description(`Import your own table of ${table}: CSV, TSV, Parquet or NDJSON; - reads standard input`)
    .argument('<file...>', 'Files to import: plain, zip, gzip or zstd')
    .option(
      '--source <name>',
      'Your name for this dataset, required except with --dry-run; source and key identify a row',
    )
    .option(
      '--map <column=field>',
      'Map a column to a field, repeatable; leave the right side empty to ignore the column',
      addPair,
      [],
    )
    .option('--country <code>', 'Country of rows without one', parseCountryOption)
    .option('--dry-run', 'Show the mapping, ten records and all problems; import nothing')
    .option('--full', 'The files are complete: remove records of this source that they do not contain');
  return addRunOptions(command).action((files: string[], options: Options) =>
    run(context, files, { kind: 'own', table, map: options.map, country: options.country }, options),
  );
}

/** The imports of an operator's own tables, of companies or people. */
export const ownCommands = (context: Context): Command[] =>
  (['companies', 'people'] as const).map((table) => ownCommand(context, table));
