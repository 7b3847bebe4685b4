import type { IdentifierScheme } from '@orgdex/contract';
import { countryOfScheme } from '../../rules/identifiers/identifier.ts';

interface RowFacts {
  /** The stated country of the record itself. */
  stated: string | undefined;
  /** The country column of most tables: where the company has its headquarters. */
  headquarters: string | undefined;
  identifiers: Partial<Record<IdentifierScheme, string>>;
  /** `--country`: for rows that give neither a country nor a national register number. */
  fallback: string | undefined;
}

/**
 * The country that a row is about. A record without a country applies to every country and takes precedence over the
 * registers, which is never what a table means. So a row gets the country of the register that issued its number.
 */
export function countryOfRow({ stated, headquarters, identifiers, fallback }: RowFacts): string | undefined {
  if (stated) return stated;
  const registered = Object.keys(identifiers).flatMap((scheme) => countryOfScheme(scheme as IdentifierScheme) ?? []);
  const isRegisteredAtHome = registered.some((country) => country === headquarters);
  return (isRegisteredAtHome ? headquarters : registered[0]) ?? headquarters ?? fallback;
}
