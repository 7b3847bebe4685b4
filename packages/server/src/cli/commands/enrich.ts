import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { type EnrichCounts, enrich } from '../../enrich/enrich.ts';
import { defaultFields, enrichableFields } from '../../enrich/result-columns.ts';
import { OperatorError } from '../../errors/failure.ts';
import { formatNumber } from '../../output/format-number.ts';
import { startProgress } from '../../output/progress.ts';
import type { Context } from '../context.ts';
import { parsePositive } from '../options/parse-count.ts';
import { addPair, parseCountryOption } from './import-tables.ts';

function parseFields(text: string): string[] {
  const fields = text.split(',').map((field) => field.trim());
  const unknown = fields.find((field) => !enrichableFields.includes(field));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`Unknown field "${unknown}". Fields: ${enrichableFields.join(', ')}.`);
  }
  return fields;
}

function parseThreshold(text: string): number {
  const value = Number(text);
  if (!(value >= 0.5 && value <= 1)) throw new InvalidArgumentError('It must be a number from 0.5 to 1.');
  return value;
}

function readKey(file: string | undefined): string {
  const key = file === undefined ? process.env.ORGDEX_API_KEY : readFileSync(file, 'utf8');
  if (!key?.trim()) throw new OperatorError('No API key. Set ORGDEX_API_KEY, or name a file with --key-file.');
  return key.trim();
}

const summaryOf = (counts: EnrichCounts, out: string): string => {
  const { rows, matched, ambiguous, none, invalid, people } = counts;
  const found = people > 0 ? ` ${formatNumber(people)} people.` : '';
  return [
    `Enriched ${formatNumber(rows)} rows: ${formatNumber(matched)} matched, ${formatNumber(ambiguous)} ambiguous,`,
    `${formatNumber(none)} not found, ${formatNumber(invalid)} invalid.${found} Written to ${out}.`,
  ].join(' ');
};

interface Options {
  out: string;
  url: string;
  keyFile?: string;
  fields?: string[];
  map: [string, string][];
  country?: string;
  threshold?: number;
  people?: string[];
  perCompany: number;
}

export function enrichCommand(context: Context): Command {
  return new Command('enrich')
    .description('Add company data to a table of companies, and optionally people: matches each row over the API')
    .argument('<file>', 'Table of companies: CSV, TSV, NDJSON or Parquet')
    .requiredOption('--out <file>', 'File to write: CSV, or NDJSON if it ends with .ndjson')
    .option('--url <address>', 'Address of the service', 'http://127.0.0.1:8080')
    .option('--key-file <file>', 'File with the API key. Default: the environment variable ORGDEX_API_KEY')
    .option('--fields <names>', `Fields to add, separated by commas. Default: ${defaultFields.join(',')}`, parseFields)
    .option(
      '--map <column=field>',
      'Use a column for a field, as for `orgdex import companies` (repeatable)',
      addPair,
      [],
    )
    .option('--country <code>', 'Country of rows without one', parseCountryOption)
    .option('--threshold <score>', 'Lowest score of a match, 0.5 to 1. Default: 0.9', parseThreshold)
    .option('--people <title...>', 'Also add people with one of these job titles')
    .option('--per-company <number>', 'People per company, 1 to 25', parsePositive, 2)
    .action(async (input: string, options: Options) => {
      const progress = startProgress(process.stderr, false);
      const api = {
        url: options.url,
        key: readKey(options.keyFile),
        onWait: (seconds: number, reason: string) => context.note(`Waiting ${seconds} s: ${reason}`),
      };
      const { out, fields = defaultFields, map, country, threshold, people: positions, perCompany } = options;
      const columns = { fields, people: positions ? perCompany : 0 };
      const counts = await enrich({ api, progress }, { input, out, map, country, threshold, columns, positions });
      progress.end();
      context.note(summaryOf(counts, out));
    });
}
