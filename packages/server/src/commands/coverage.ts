import { writeFile } from 'node:fs/promises';
import { type SupportedCountry, supportedCountries } from '@orgdex/contract';
import { Command } from 'commander';
import { drawCoverage } from '../coverage/heat-map.ts';
import { readCoverage } from '../coverage/read-coverage.ts';
import { type Context, withBatches } from './context.ts';
import { describeCoverage } from './describe-coverage.ts';
import { explainWriting } from './explain-writing.ts';
import { addChoice } from './parse-choice.ts';
import { parsePositive } from './parse-count.ts';

interface Options {
  country?: SupportedCountry[];
  sample: number;
  svg?: string;
  json?: boolean;
}

async function run(context: Context, { country, sample, svg, json = false }: Options): Promise<void> {
  const question = {
    countries: country ?? supportedCountries,
    every: sample,
    day: new Date().toISOString().slice(0, 10),
  };
  const coverage = await withBatches(context, json, (work) => readCoverage(work, question));
  context.print(json ? JSON.stringify(coverage) : describeCoverage(coverage));
  if (!json) context.note('\nage, p90: days since a value was last stated; half and nine in ten of them are no older.');
  if (svg) await writeFile(svg, drawCoverage(coverage)).catch(explainWriting(svg));
}

export function coverageCommand(context: Context): Command {
  return new Command('coverage')
    .description(
      'of each country: how many companies have a value in each field, from which sources, and how old it is',
    )
    .option('--country <code>', 'this country alone, repeatable', addChoice(supportedCountries, 'countries'))
    .option('--sample <n>', 'one company in so many, by a hash of its id: for a large ledger', parsePositive, 1)
    .option('--svg <file>', 'a picture besides: countries by fields; a file that is there is replaced')
    .option('--json', 'progress and result as JSON')
    .action((options: Options) => run(context, options));
}
