import {
  companyTypes,
  defaultCountry,
  departments,
  revenueBands,
  scopes,
  seniorities,
  sizeBands,
  supportedCountries,
} from '@orgdex/contract';
import { countryName } from '../../packages/server/src/knowledge/rules/places/country.ts';
import { code, page, table } from './markdown.ts';

const ids = (vocabulary: Readonly<Record<string, string>>): string =>
  table(
    ['ID', 'Name'],
    Object.entries(vocabulary).map(([id, name]) => [code(id), name]),
  );

const list = (values: readonly string[]): string => values.map((value) => `- ${code(value)}`).join('\n');

/** The fixed values of requests, responses and records. */
export const vocabulariesPage = (): string =>
  page('Vocabularies', 'packages/contract/src/vocabulary.ts', [
    'The fixed values that requests, responses and records use.',
    '## Seniority',
    'Sent and stored as ids. A title can have several of the levels 1 to 3, or exactly one of the others.',
    ids(seniorities),
    '## Department',
    'Sent and stored as ids. A title can have several departments.',
    ids(departments),
    '## Country',
    `The countries that a request can name. The default is ${code(defaultCountry)}.`,
    table(
      ['Code', 'Name'],
      supportedCountries.map((country) => [code(country), countryName(country)]),
    ),
    '## Company size',
    'Number of employees.',
    list(sizeBands),
    '## Revenue',
    'Yearly, in US dollars. A range includes its lower bound.',
    list(revenueBands),
    '## Company type',
    'Legal form or kind of organization.',
    list(companyTypes),
    '## Scope',
    'What an API key may do.',
    list(scopes),
  ]);
