import { writeFile } from 'node:fs/promises';
import { type SupportedCountry, supportedCountries } from '@orgdex/contract';
import { Command } from 'commander';
import { drawCoverage } from '../../pipeline/coverage/heat-map.ts';
import { measureAll, readCoverage, today } from '../../pipeline/coverage/read-coverage.ts';
import { type Context, withBatches } from '../context.ts';
import { explainWriting } from '../errors/explain-error.ts';
import { addChoice, parsePositive } from '../options/parse.ts';
import { describeCoverage } from '../output/describe-coverage.ts';

interface Options {
  country?: SupportedCountry[];
  sample: number;
  svg?: string;
  json?: boolean;
}

async function run(context: Context, { country, sample, svg, json = false }: Options): Promise<void> {
  const coverage = await withBatches(context, json, (work) =>
    country ? readCoverage(work, { countries: country, every: sample, day: today() }) : measureAll(work, sample),
  );
  context.print(json ? JSON.stringify(coverage) : describeCoverage(coverage));
  if (!json) context.note('\nage, p90: median and 90th percentile of the days since a value was last stated.');
  if (svg) await writeFile(svg, drawCoverage(coverage)).catch(explainWriting(svg));
}

export function coverageCommand(context: Context): Command {
  return new Command('coverage')
    .description(
      [
        'Show for each country how many companies have a value in each field, from which sources, and how old the values',
        'are. Without --country, the console shows the result too',
      ].join(' '),
    )
    .option('--country <code>', 'Only this country (repeatable)', addChoice(supportedCountries, 'countries'))
    .option('--sample <n>', 'Sample one in N companies, by a hash of the id; for large databases', parsePositive, 1)
    .option('--svg <file>', 'Also write an SVG heat map of countries by fields; an existing file is overwritten')
    .option('--json', 'Print JSON, with progress as JSON on standard error')
    .action((options: Options) => run(context, options));
}
