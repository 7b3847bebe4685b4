import { type Country, countryName } from '../../../knowledge/rules/places/country.ts';
import { regionName } from '../../../knowledge/rules/places/region.ts';
import { sources } from '../../../knowledge/sources/index.ts';

const sourceTitles = new Map(sources.map(({ id, title }) => [id as string, title]));

const labels: Readonly<Record<string, (value: string) => string | undefined>> = {
  country: (value) => countryName(value as Country),
  region: regionName,
  source: (value) => sourceTitles.get(value),
};

/** The value of a field as people write it. */
export const labelOf = (field: string, value: string): string => labels[field]?.(value) ?? value;
