import { type TString, Type } from 'typebox';
import { defaultCountry, supportedCountries } from './countries.ts';

const eitherCase = (letter: string) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`;

/** A pattern that matches a text in any case. Without inline flags, which not every JSON Schema library supports. */
export const anyCase = (text: string): string => text.replace(/[A-Za-z]/g, eitherCase);

/** One of the supported codes, in any case. */
const countryPattern = `^(?:${supportedCountries.map(anyCase).join('|')})$`;

/** A supported country; any other value is rejected as `unsupported_country`. */
export const CountryField = (description: string): TString =>
  Type.String({ description, pattern: countryPattern, examples: [defaultCountry], 'x-problem': 'unsupported_country' });

/** A pattern of the whole numbers from 1 to this one, for a parameter that is sent as text: `^(?:[1-9][0-9]?|100)$`. */
export function wholeNumberUpTo(max: number): string {
  const digits = String(max);
  const more = digits.length - 2;
  const shorter = more < 0 ? [] : [`[1-9]${['', '[0-9]?'][more] ?? `[0-9]{0,${more}}`}`];
  const lower = [...digits].flatMap((digit, at) => {
    const [first, last] = [at === 0 ? 1 : 0, Number(digit) - 1];
    if (last < first) return [];
    return (
      digits.slice(0, at) + (first === last ? first : `[${first}-${last}]`) + '[0-9]'.repeat(digits.length - at - 1)
    );
  });
  return `^(?:${[...shorter, ...lower, digits].join('|')})$`;
}

/** An alternation of exactly these ids. */
export const idPattern = (ids: readonly string[]): string => `(?:${ids.join('|')})`;
