import { join } from 'node:path';
import { supportedCountries } from '@orgdex/contract';
import { quoted } from '../registers/writing/quoted.ts';
import { TextFile } from '../registers/writing/text-file.ts';
import { type Directory, type DirectoryCompany, directoryCompany } from './company.ts';

const header = [
  ...['id', 'name', 'trading names', 'former names', 'country', 'state', 'city', 'domain', 'year founded', 'employees'],
  ...['abn', 'acn', 'nzbn', 'uen', 'jcn', 'lei'],
];

function lineOf({ key, name, form, trading, former, country, place, host, ...rest }: DirectoryCompany): string {
  const { abn, acn, nzbn, uen, jcn, lei } = rest.numbers;
  const cells = [
    ...[key, name, trading?.text, former && form.before + former.text + form.after, country.code],
    ...[place.regionName || place.region, place.city, host],
    ...[rest.founded, rest.employees, abn, acn, nzbn, uen, jcn, lei],
  ];
  return `${cells.map((cell) => (cell === undefined ? '' : quoted(String(cell)))).join(',')}\n`;
}

/** Writes one table per country, for `orgdex import companies`. Returns their paths. */
export function writeDirectory(directory: Directory, folder: string): string[] {
  const paths = supportedCountries.map((country) => join(folder, `${country.toLowerCase()}.csv`));
  const tables = new Map(
    supportedCountries.map((country, at) => [country, new TextFile(paths[at] as string, `${header.join(',')}\n`)]),
  );
  for (let index = 0; index < directory.companies; index++) {
    const company = directoryCompany(directory, index);
    tables.get(company.country.code)?.add(lineOf(company));
  }
  for (const table of tables.values()) table.close();
  return paths;
}
