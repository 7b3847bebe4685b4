import { companyPeopleLimits, matchLimits } from '@orgdex/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import { nearestField } from '../../api/http/nearest-name.ts';
import { OperatorError } from '../../core/errors/failure.ts';
import { startProgress } from '../../core/output/progress.ts';
import { defaultFields, enrichableFields } from '../../knowledge/profiles/enrichable-fields.ts';
import type { Context } from '../context.ts';
import { summaryOf, waitText } from '../enrich/counts.ts';
import { enrich } from '../enrich/enrich.ts';
import { explainWriting } from '../errors/explain-error.ts';
import { keyFileOption, readKey, urlOption } from '../options/api-access.ts';
import { addText } from '../options/parse.ts';
import { addPair, parseCountryOption } from './import-tables.ts';

function checkField(field: string): void {
  if (enrichableFields.includes(field)) return;
  const nearest = nearestField(field, enrichableFields);
  const advice = nearest ? `Did you mean "${nearest}"?` : 'docs/reference/answers.md lists all fields.';
  throw new InvalidArgumentError(`Unknown field "${field}". ${advice}`);
}

function parseFields(text: string): string[] {
  const fields = text
    .split(',')
    .map((field) => field.trim())
    .filter(Boolean);
  fields.forEach(checkField);
  return [...new Set(fields)];
}

function parseThreshold(text: string): number {
  const value = Number(text);
  if (!(value >= matchLimits.minThreshold && value <= 1)) {
    throw new InvalidArgumentError(`It must be a number from ${matchLimits.minThreshold} to 1.`);
  }
  return value;
}

function parsePerCompany(text: string): number {
  const { maxPerCompany } = companyPeopleLimits;
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > maxPerCompany) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxPerCompany}.`);
  }
  return value;
}

interface Options {
  out: string;
  url: string;
  keyFile?: string;
  fields: string[];
  map: [string, string][];
  country?: string;
  threshold?: number;
  people?: string[];
  perCompany?: number;
}

const defaultPerCompany = 2;

function peopleOf({ people, perCompany }: Options) {
  if (!people) {
    if (perCompany !== undefined) throw new OperatorError('--per-company needs --people with a job title.');
    return undefined;
  }
  const { maxPositions } = companyPeopleLimits;
  if (people.length > maxPositions) throw new OperatorError(`--people can be given at most ${maxPositions} times.`);
  return { positions: people, perCompany: perCompany ?? defaultPerCompany };
}

async function run(context: Context, input: string, options: Options): Promise<void> {
  const { url, out, fields, map, country, threshold } = options;
  const progress = startProgress(process.stderr, false);
  const note = (text: string | undefined) => {
    if (text === undefined) return;
    progress.end();
    context.note(text);
  };
  const api = {
    url,
    key: readKey(context, options.keyFile),
    onWait: (seconds: number, reason: string) => note(waitText(seconds, reason)),
  };
  try {
    const task = { input, out, map, country, threshold, fields, people: peopleOf(options) };
    note(summaryOf(await enrich({ api, progress }, task).catch(explainWriting(out)), out));
  } finally {
    progress.end();
  }
}

export function enrichCommand(context: Context): Command {
  return new Command('enrich')
    .description('Add company data, and optionally people, to each row of a table of companies, over the API')
    .argument('<file>', 'Table of companies: CSV, TSV, NDJSON or Parquet; plain, zip, gzip or zstd')
    .requiredOption('--out <file>', 'File to write: CSV, or NDJSON if its name ends with .ndjson')
    .addOption(urlOption())
    .addOption(keyFileOption())
    .addOption(
      new Option('--fields <names>', 'Fields to add, separated by commas; a.b for a field inside another')
        .default([...defaultFields], defaultFields.join(','))
        .argParser(parseFields),
    )
    .option(
      '--map <column=field>',
      'Map a column to a field, as for `orgdex import companies`, repeatable',
      addPair,
      [],
    )
    .option('--country <code>', 'Country of rows without one', parseCountryOption)
    .option(
      '--threshold <score>',
      `Lowest score of a match, ${matchLimits.minThreshold} to 1 (${matchLimits.defaultThreshold} if not given)`,
      parseThreshold,
    )
    .option('--people <title>', 'Also add people with this job title, repeatable', addText)
    .option(
      '--per-company <number>',
      `People per company, 1 to ${companyPeopleLimits.maxPerCompany} (${defaultPerCompany} if not given)`,
      parsePerCompany,
    )
    .action((input: string, options: Options) => run(context, input, options));
}
