import { Command } from 'commander';
import { OperatorError } from '../../core/errors/failure.ts';
import { formatNumber } from '../../core/output/numbers.ts';
import { startProgress } from '../../core/output/progress.ts';
import { maxCompanies } from '../../synthetic/truth/own-name.ts';
import { type Written, writeKnownPopulation } from '../../synthetic/truth/write.ts';
import { type Context, collectEarly } from '../context.ts';
import { explainWriting } from '../errors/explain-error.ts';
import { parseCount } from '../options/parse.ts';
import { type Column, formatTable } from '../output/table.ts';

interface Options {
  companies: number;
  seed: number;
  out: string;
  json?: boolean;
}

const columns: readonly Column<readonly [string, Written]>[] = [
  { title: '', cell: ([source]) => source },
  { title: 'rows', right: true, cell: ([, { rows }]) => formatNumber(rows) },
  { title: 'records', right: true, cell: ([, { records }]) => formatNumber(records) },
];

async function run(context: Context, { companies, seed, out, json }: Options): Promise<void> {
  if (companies < 2 || companies > maxCompanies)
    throw new OperatorError(`--companies must be from 2 to ${formatNumber(maxCompanies)}.`);
  collectEarly();
  const progress = startProgress(process.stderr, json ?? false);
  const report = (file: string, done: number) => progress.report(`Writing ${file}`, done, companies);
  const job = { population: { seed, companies }, folder: out, report };
  const written = await writeKnownPopulation(job).catch(explainWriting(out));
  progress.end();
  if (json) context.print(JSON.stringify({ folder: out, files: Object.fromEntries(written) }));
  else context.print(`${formatTable(columns, [...written])}\n${out}/truth.csv names the true company of every record.`);
}

export function synthWorldCommand(context: Context): Command {
  return new Command('world')
    .description(
      'Write the files of five sources about one synthetic population of Australian companies, with the true company of each record',
    )
    .requiredOption('--companies <n>', 'Number of companies in the registers', parseCount)
    .requiredOption('--out <folder>', 'Folder to write to; existing files are overwritten')
    .option('--seed <n>', 'Seed: the same seed gives the same files', parseCount, 1)
    .option('--json', 'Print JSON, with progress as JSON on standard error')
    .action((options: Options) => run(context, options));
}
