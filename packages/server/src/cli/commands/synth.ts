import { statSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { OperatorError } from '../../core/errors/failure.ts';
import { formatNumber } from '../../core/output/numbers.ts';
import { startProgress } from '../../core/output/progress.ts';
import { findSource } from '../../knowledge/sources/index.ts';
import { syntheticRegisters } from '../../synthetic/registers/index.ts';
import type { Population, SyntheticRegister } from '../../synthetic/registers/writing/register-writer.ts';
import { type Counts, type Tally, writeSynthetic } from '../../synthetic/registers/writing/write.ts';
import { type Context, collectEarly } from '../context.ts';
import { explainWriting } from '../errors/explain-error.ts';
import { parseCount } from '../options/parse.ts';
import { type Column, formatTable } from '../output/table.ts';
import { synthWorldCommand } from './synth-world.ts';

function parseFraction(text: string): number {
  if (!/^0(\.[0-9]+)?$/.test(text) || Number(text) > 0.4)
    throw new InvalidArgumentError('It must be a fraction from 0 to 0.4, such as 0.01.');
  return Number(text);
}

type Options = Population & { out: string; form?: string; json?: boolean };

const columns = ['rows', 'cancelled', 'broken', 'changed', 'removed', 'added'] as const;

function totalOf(tally: Tally): Counts {
  const total: Counts = { rows: 0, cancelled: 0, broken: 0, changed: 0, removed: 0, added: 0 };
  for (const counts of tally.values()) for (const column of columns) total[column] += counts[column];
  return total;
}

const tableColumns: readonly Column<readonly [string, Counts]>[] = [
  { title: '', cell: ([name]) => name },
  ...columns.map((title) => ({
    title,
    right: true,
    cell: ([, counts]: readonly [string, Counts]) => formatNumber(counts[title]),
  })),
];

async function run(context: Context, source: string, options: Options): Promise<void> {
  const { out, json, form, ...population } = options;
  const first = syntheticRegisters[source] as SyntheticRegister;
  const register = (form && first.forms?.[form]) || first;
  if (population.rows < 1 || population.rows > register.mostRows)
    throw new OperatorError(`--rows must be from 1 to ${formatNumber(register.mostRows)} for ${source}.`);
  collectEarly();
  const progress = startProgress(process.stderr, json ?? false);
  const report = (done: number) => progress.report('Writing', done, population.rows);
  const { parts, tally } = await writeSynthetic({ population, register, report }, out).catch(explainWriting(out));
  progress.end();
  const bytes = statSync(out).size;
  const total = totalOf(tally);
  if (json) context.print(JSON.stringify({ path: out, parts, bytes, ...total, groups: Object.fromEntries(tally) }));
  else
    context.print(
      `${out}: ${formatNumber(bytes)} bytes, ${parts === 1 ? '1 file' : `${parts} files`}\n${formatTable(tableColumns, [...tally, ['all', total]])}`,
    );
}

function sourceCommand(context: Context, id: string, { forms }: SyntheticRegister): Command {
  const command = new Command(id)
    .description(findSource(id)?.title ?? '')
    .requiredOption('--rows <n>', 'Number of rows', parseCount)
    .requiredOption('--out <file>', 'File to write; an existing file is overwritten')
    .option(
      '--seed <n>',
      'Seed: the same seed gives the same file, and consistent files for all sources',
      parseCount,
      1,
    )
    .option('--broken <fraction>', 'Fraction of rows that an import must reject', parseFraction, 0)
    .option('--next', 'Write the file of the following week, for the same seed and rows', false)
    .option(
      '--changed <fraction>',
      'With --next: fraction of rows that changed; a tenth as many rows are removed, and a tenth as many added',
      parseFraction,
      0.005,
    );
  if (forms) command.addOption(new Option('--form <form>', 'Another format of the source').choices(Object.keys(forms)));
  return command
    .option('--json', 'Print JSON, with progress as JSON on standard error')
    .action((options: Options) => run(context, id, options));
}

export function synthCommand(context: Context): Command {
  const command = new Command('synth').description(
    'Write a synthetic file in the exact format of a source, for tests and benchmarks',
  );
  for (const [id, register] of Object.entries(syntheticRegisters))
    command.addCommand(sourceCommand(context, id, register));
  return command.addCommand(synthWorldCommand(context));
}
