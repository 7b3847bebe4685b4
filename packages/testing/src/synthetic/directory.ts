import { join } from 'node:path';
import { type SupportedCountry, supportedCountries } from '@orgdex/contract';
import { csvLine } from './files/cells.ts';
import { writeText } from './files/text.ts';
import { type Company, companyOf, indexOf } from './universe/company.ts';

/** The first companies of the universe, in all countries. */
export interface Directory {
  readonly seed: number;
  readonly companies: number;
}

const header = [
  ...['id', 'name', 'trading names', 'former names', 'country', 'state', 'city', 'domain', 'year founded', 'employees'],
  ...['abn', 'acn', 'nzbn', 'uen', 'jcn', 'lei'],
];

function lineOf({ key, name, form, trading, former, country, place, host, isOnline, ...rest }: Company): string {
  const { abn, acn, nzbn, uen, jcn, lei } = rest.numbers;
  const cells = [
    ...[key, name, trading?.text, former && form.before + former.text + form.after, country.code],
    ...[place.regionName || place.region, place.city, isOnline ? host : undefined],
    ...[rest.founded, rest.employees, abn, acn, nzbn, uen, jcn, lei],
  ];
  return csvLine(cells.map((cell) => String(cell ?? '')));
}

function* tableOf({ seed, companies }: Directory, country: SupportedCountry): Generator<string> {
  yield csvLine(header);
  for (let nth = 0; indexOf(country, nth) < companies; nth += 1) yield lineOf(companyOf(seed, country, nth));
}

/** Writes one table per country, for `orgdex import companies`. Returns their paths. */
export async function writeDirectory(directory: Directory, folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const country of supportedCountries) {
    const path = join(folder, `${country.toLowerCase()}.csv`);
    await writeText(path, tableOf(directory, country));
    paths.push(path);
  }
  return paths;
}
