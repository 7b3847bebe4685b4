import type { Rates } from '../rules/money/exchange-rates.ts';
import type { Origin } from './company-document.ts';
import { buildProfile } from './profile.ts';
import { type ServedValue, servedValues, valueAt } from './served-values.ts';
import { byPrecedence, type Statement, toOrigin } from './statements.ts';

/** What a record says that is not served. */
export interface OtherStatement extends Origin {
  key: string;
  country: string | null;
  value: unknown;
}

/** One value of a profile: who gave it, and who says something else. */
export interface ExplainedField extends ServedValue {
  others: OtherStatement[];
}

/** Names that are kept and not served. */
export interface UnservedNames extends Origin {
  field: (typeof unservedFields)[number];
  key: string;
  names: string[];
}

const unservedFields = ['trading_names', 'former_names'] as const;

/** Whether everything that is said stands in what is served too. */
function agrees(said: unknown, served: unknown): boolean {
  if (said === null || said === undefined) return true;
  if (Array.isArray(said)) return Array.isArray(served) && said.every((item) => served.includes(item));
  if (typeof said !== 'object') return said === served;
  return Object.entries(said).every(([key, value]) => agrees(value, below(served, key)));
}

// Keys of maps may hold dots, so a path does not do here.
const below = (served: unknown, key: string): unknown =>
  typeof served === 'object' && served !== null ? (served as Record<string, unknown>)[key] : undefined;

/** Each value that is served, as the base or to one country, with its winner and those who say otherwise. */
export function explainProfile(records: readonly Statement[], rates: Rates, country?: string): ExplainedField[] {
  const profileOf = (some: readonly Statement[]) => buildProfile('', some, rates);
  // What a record says, in the words in which it would be served: its own profile.
  const alone = [...records].sort(byPrecedence).map((said) => ({ said, body: profileOf([said]).body }));
  return servedValues(profileOf(records), country).map((served) => ({
    ...served,
    others: alone
      .map(({ said, body }) => ({
        ...toOrigin(said),
        key: said.key,
        country: said.country,
        value: valueAt(body, served.field),
      }))
      .filter((other) => !agrees(other.value, served.value)),
  }));
}

/** The countries that are served other values than the base, with the fields that differ in origin. */
export function explainRegions(records: readonly Statement[], rates: Rates): Record<string, string[]> {
  const { regions } = buildProfile('', records, rates).provenance;
  return Object.fromEntries(Object.entries(regions).map(([country, from]) => [country, Object.keys(from)]));
}

export function unservedNames(records: readonly Statement[]): UnservedNames[] {
  const sorted = [...records].sort(byPrecedence);
  return unservedFields.flatMap((field) =>
    sorted.flatMap((said) => {
      const names = said.content[field] ?? [];
      return names.length > 0 ? [{ field, ...toOrigin(said), key: said.key, names }] : [];
    }),
  );
}
