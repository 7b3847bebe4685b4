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
import { countryName } from '../../packages/server/src/rules/country.ts';
import { code, page, table } from './markdown.ts';

const ids = (vocabulary: Readonly<Record<string, string>>): string =>
  table(
    ['ID', 'Name'],
    Object.entries(vocabulary).map(([id, name]) => [code(id), name]),
  );

const list = (values: readonly string[]): string => values.map((value) => `- ${code(value)}`).join('\n');

/** The words that questions, answers and records are written in. */
export const vocabulariesPage = (): string =>
  page('Vocabularies', 'packages/contract/src/vocabulary.ts', [
    '## Seniority',
    'A title can have several of the levels 1 to 3; each of the others stands alone.',
    ids(seniorities),
    '## Department',
    ids(departments),
    '## Country',
    `Both operations answer for these countries; the default is ${code(defaultCountry)}.`,
    table(
      ['Code', 'Name'],
      supportedCountries.map((country) => [code(country), countryName(country)]),
    ),
    '## Company size',
    'How many people work there.',
    list(sizeBands),
    '## Revenue',
    'In US dollars a year. A band holds its lower bound.',
    list(revenueBands),
    '## Company type',
    list(companyTypes),
    '## Scope',
    'What an API key may be allowed to do.',
    list(scopes),
  ]);
