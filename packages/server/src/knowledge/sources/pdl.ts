import { parseCompanyUrl } from '../rules/identifiers/network.ts';
import { recase } from '../rules/names/name-case.ts';
import { defineSource } from './define-source.ts';
import { delimited } from './formats/delimited.ts';
import { jsonLines } from './formats/json-lines.ts';
import { either } from './formats/one-of-formats.ts';
import { countryOfPage, pageSwitches, toPageRecord } from './parsing/company-page.ts';
import { tidy } from './parsing/record-values.ts';
import { type Outcome, Skip, skip } from './row-outcome.ts';

// biome-ignore format: in the order of the file
const columns = [
  'country', 'founded', 'id', 'industry', 'linkedin_url', 'locality', 'name', 'region', 'size', 'website',
] as const;
type Row = Record<(typeof columns)[number], string>;

/** The release of 2019: no id, and the whole location in one column. */
const firstRelease = {
  separator: ',',
  quotes: true,
  columns: ['country', 'founded', 'industry', 'linkedin_url', 'locality', 'name', 'size', 'website'],
  optional: ['id', 'region'],
  otherNames: {
    founded: ['year founded'],
    linkedin_url: ['linkedin url'],
    size: ['size range'],
    website: ['domain'],
  },
} as const;

const wordStart = /(?<![\p{L}\p{M}\p{N}'’])(?!(?<=\s)(?:and|of|the)\s)\p{Ll}/gu;
const capitalised = (place: string) => tidy(place).replace(wordStart, (letter) => letter.toUpperCase());

/** `new york, new york, united states`: the country has a separate column. */
function placeOf({ id, locality, region }: Row): { city: string; region: string } {
  if (id) return { city: capitalised(locality), region: capitalised(region) };
  const parts = locality.split(', ');
  return { city: capitalised(parts[0] ?? ''), region: parts.length === 3 ? capitalised(parts[1] ?? '') : '' };
}

function toRecord(row: Row, switchedOn: ReadonlySet<string>): Outcome {
  const country = countryOfPage(row.country, switchedOn);
  if (country instanceof Skip) return country;
  const network = parseCompanyUrl(row.linkedin_url);
  const key = row.id.trim() || network;
  if (!key) return skip('no id and no network page');
  const { website, industry, size, founded } = row;
  const name = recase(tidy(row.name));
  return toPageRecord({ key, name, network, website, industry, size, founded, country, ...placeOf(row) });
}

/** Companies worldwide by their pages on LinkedIn; all text is in lower case. */
export const pdl = defineSource({
  id: 'pdl',
  title: 'People Data Labs, free company dataset',
  license: 'CC-BY-4.0',
  attribution: 'Contains data of the free company dataset © People Data Labs, CC BY 4.0, re-cased and mapped.',
  homepage: 'https://www.peopledatalabs.com/company-dataset',
  class: 'web',
  whole: true,
  expected: { min: 5_000_000, max: 60_000_000 },
  switches: pageSwitches,
  format: either({
    '{': jsonLines(columns),
    otherwise: delimited({ separator: ',', quotes: 'backslash', columns }, firstRelease),
  }),
  toRecord,
});
