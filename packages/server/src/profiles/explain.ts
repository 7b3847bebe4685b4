import type { Statement } from './company-document.ts';
import { buildProfile } from './profile.ts';
import { byPrecedence, type Said, toStatement } from './said.ts';

/** What a record says that is not served. */
export interface OtherWord extends Statement {
  key: string;
  country: string | null;
  value: unknown;
}

/** One value of a profile: who gave it, and who says something else. */
export interface ExplainedField {
  /** Dotted below the first level. */
  field: string;
  value: unknown;
  from: Statement[];
  /** The country whose records replace the base here. */
  region?: string;
  others: OtherWord[];
}

/** Names that are kept and not served. */
export interface UnservedNames extends Statement {
  field: (typeof unservedFields)[number];
  key: string;
  names: string[];
}

const unservedFields = ['trading_names', 'former_names'] as const;

const valueAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], body);

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
export function explainProfile(id: string, records: readonly Said[], country?: string): ExplainedField[] {
  const { body, regions, provenance } = buildProfile(id, records);
  const overlay = (country && provenance.regions[country]) || {};
  // What a record says, in the words in which it would be served: its own profile.
  const alone = [...records].sort(byPrecedence).map((said) => ({ said, body: buildProfile(id, [said]).body }));
  return Object.entries({ ...provenance.base, ...overlay }).flatMap(([field, from]) => {
    const regional = field in overlay;
    const value = valueAt(regional ? regions[country as string] : body, field);
    if (value === null || value === undefined) return [];
    const others = alone
      .map(({ said, body }) => ({
        ...toStatement(said),
        key: said.key,
        country: said.country,
        value: valueAt(body, field),
      }))
      .filter((other) => !agrees(other.value, value));
    return [{ field, value, from, ...(regional && { region: country as string }), others }];
  });
}

/** The countries that are served other values than the base, with the fields that differ in origin. */
export const explainRegions = (id: string, records: readonly Said[]): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(buildProfile(id, records).provenance.regions).map(([country, from]) => [country, Object.keys(from)]),
  );

export function unservedNames(records: readonly Said[]): UnservedNames[] {
  const sorted = [...records].sort(byPrecedence);
  return unservedFields.flatMap((field) =>
    sorted.flatMap((said) => {
      const names = said.content[field] ?? [];
      return names.length > 0 ? [{ field, ...toStatement(said), key: said.key, names }] : [];
    }),
  );
}
