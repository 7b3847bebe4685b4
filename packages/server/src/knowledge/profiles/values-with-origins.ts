import type { CompanyDocument, Origin } from './company-document.ts';

/** A served value and its origins. */
export interface ServedValue {
  /** Dotted below the first level. */
  field: string;
  value: unknown;
  from: Origin[];
  /** The country whose value replaces the base here. */
  region?: string;
}

export const valueAt = (body: unknown, path: string): unknown =>
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
