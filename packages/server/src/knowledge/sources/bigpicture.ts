import { parseCompanySlug } from '../rules/identifiers/network.ts';
import { defineSource } from './define-source.ts';
import { delimited } from './formats/delimited.ts';
import { countryOfPage, pageSwitches, toPageRecord } from './parsing/company-page.ts';
import { tidy } from './parsing/record-values.ts';
import { type Outcome, reject, Skip } from './row-outcome.ts';
import { parseCompanyType } from './tables/values/company-type.ts';

// biome-ignore format: in the order of the file
const columns = [
  'handle', 'name', 'website', 'industry', 'size', 'type', 'founded', 'city', 'state', 'country_code',
] as const;
type Row = Record<(typeof columns)[number], string>;

function toRecord(row: Row, switchedOn: ReadonlySet<string>): Outcome {
  const country = countryOfPage(row.country_code, switchedOn);
  if (country instanceof Skip) return country;
  const network = parseCompanySlug(row.handle);
  if (!network) return reject('handle is not a valid page name');
  const { website, industry, size, founded } = row;
  const company_type = parseCompanyType(row.type);
  const place = { city: tidy(row.city), region: tidy(row.state), country };
  const name = tidy(row.name);
  return toPageRecord({ key: network, name, network, website, industry, size, founded, company_type, ...place });
}

/** Companies worldwide by their pages on LinkedIn, with their types. */
export const bigpicture = defineSource({
  id: 'bigpicture',
  title: 'BigPicture company dataset',
  license: 'ODC-By-1.0',
  attribution:
    'Contains information from the BigPicture company dataset, made available under the ODC Attribution Licence.',
  homepage: 'https://huggingface.co/datasets/bigpictureio/companies-2023-q4-sm',
  class: 'web',
  whole: true,
  expected: { min: 10_000_000, max: 25_000_000 },
  switches: pageSwitches,
  format: delimited({ separator: ',', quotes: true, columns }),
  toRecord,
});
