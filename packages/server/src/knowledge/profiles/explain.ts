import type { Rates } from '../rules/money/exchange-rates.ts';
import type { CompanyDocument, Origin } from './company-document.ts';
import { buildProfile } from './profile.ts';
import { byPrecedence, type Statement, toOrigin } from './statements.ts';

/** A value of a record that is not served. */
export interface OtherStatement extends Origin {
  key: string;
  country: string | null;
  value: unknown;
}

/** One value of a profile: its sources, and the records with other values. */
export interface ExplainedField extends ServedValue {
  others: OtherStatement[];
}

/** Names that are not in the profile. */
export interface UnservedNames extends Origin {
  field: (typeof unservedFields)[number];
  key: string;
  names: string[];
}

const unservedFields = ['trading_names', 'former_names'] as const;

/** Whether the served value contains everything that a record states. */
function agrees(stated: unknown, served: unknown): boolean {
  if (stated === null || stated === undefined) return true;
  if (Array.isArray(stated)) return Array.isArray(served) && stated.every((item) => served.includes(item));
  if (typeof stated !== 'object') return stated === served;
  return Object.entries(stated).every(([key, value]) => agrees(value, below(served, key)));
}

// Keys of maps may contain dots, so a dotted path does not work here.
const below = (served: unknown, key: string): unknown =>
  typeof served === 'object' && served !== null ? (served as Record<string, unknown>)[key] : undefined;

/** Each served value, of the base or for one country, with its source and the records with other values. */
export function explainProfile(records: readonly Statement[], rates: Rates, country?: string): ExplainedField[] {
  const profileOf = (some: readonly Statement[]) => buildProfile('', some, rates);
  // The profile of each record alone has its values in the form in which they would be served.
  const alone = [...records].sort(byPrecedence).map((statement) => ({ statement, body: profileOf([statement]).body }));
  return servedValues(profileOf(records), country).map((served) => ({
    ...served,
    others: alone
      .map(({ statement, body }) => ({
        ...toOrigin(statement),
        key: statement.key,
        country: statement.country,
        value: valueAt(body, served.field),
      }))
      .filter((other) => !agrees(other.value, served.value)),
  }));
}

/** The countries with other values than the base, and the fields that differ in origin. */
export function explainRegions(records: readonly Statement[], rates: Rates): Record<string, string[]> {
  const { regions } = buildProfile('', records, rates).provenance;
  return Object.fromEntries(Object.entries(regions).map(([country, from]) => [country, Object.keys(from)]));
}

export function unservedNames(records: readonly Statement[]): UnservedNames[] {
  const sorted = [...records].sort(byPrecedence);
  return unservedFields.flatMap((field) =>
    sorted.flatMap((statement) => {
      const names = statement.content[field] ?? [];
      return names.length > 0 ? [{ field, ...toOrigin(statement), key: statement.key, names }] : [];
    }),
  );
}

/** A served value and its origins. */
export interface ServedValue {
  /** Dotted below the first level. */
  field: string;
  value: unknown;
  from: Origin[];
  /** The country whose value replaces the base here. */
  region?: string;
}

const valueAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], body);

/** Every served value, of the base or for one country. */
export function servedValues({ body, regions, provenance }: CompanyDocument, country?: string): ServedValue[] {
  const overlay = (country && provenance.regions[country]) || {};
  return Object.entries({ ...provenance.base, ...overlay }).flatMap(([field, from]) => {
    const region = field in overlay ? (country as string) : undefined;
    const value = valueAt(region ? regions[region] : body, field);
    if (value === null || value === undefined) return [];
    return [{ field, value, from, ...(region && { region }) }];
  });
}
