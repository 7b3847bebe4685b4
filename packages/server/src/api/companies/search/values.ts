import { type ListedValues, type ValueField, type ValuesQuestion, valueLimits } from '@orgdex/contract';
import { type Country, countryName } from '../../../knowledge/rules/places/country.ts';
import { regionName } from '../../../knowledge/rules/places/region.ts';
import { sources } from '../../../knowledge/sources/index.ts';
import { listFieldValues } from '../../../stores/opensearch/companies/company-search.ts';
import type { ReadDeps } from '../../../stores/opensearch/index-reader.ts';

export async function listValues(deps: ReadDeps, field: ValueField, question: ValuesQuestion): Promise<ListedValues> {
  const reading = deps.reader.startSearching(deps.generation());
  const wanted = { field, prefix: (question.q ?? '').toWellFormed().trim(), country: question.country?.toUpperCase() };
  const values = await listFieldValues(reading, wanted, Number(question.size ?? valueLimits.defaultSize));
  return { values: values.map(({ value, count }) => ({ value, label: labelOf(field, value), count })) };
}

const sourceTitles = new Map(sources.map(({ id, title }) => [id as string, title]));

const labels: Readonly<Record<string, (value: string) => string | undefined>> = {
  country: (value) => countryName(value as Country),
  region: regionName,
  source: (value) => sourceTitles.get(value),
};

/** The value of a field as people write it. */
export const labelOf = (field: string, value: string): string => labels[field]?.(value) ?? value;
