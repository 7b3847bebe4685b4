import { type TString, Type } from 'typebox';
import { defaultCountry, supportedCountries } from './countries.ts';

const eitherCase = (letter: string) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`;

/** A pattern that matches a text in any case. Without inline flags, which not every JSON Schema library supports. */
export const anyCase = (text: string): string => text.replace(/[A-Za-z]/g, eitherCase);

/** One of the supported codes, in any case. */
const countryPattern = `^(?:${supportedCountries.map((code) => [...code].map(eitherCase).join('')).join('|')})$`;

/** A supported country; any other value is rejected as `unsupported_country`. */
export const CountryField = (description: string): TString =>
  Type.String({ description, pattern: countryPattern, examples: [defaultCountry], 'x-problem': 'unsupported_country' });

/** An alternation of exactly these ids. */
export const idPattern = (ids: readonly string[]): string => `(?:${ids.join('|')})`;
