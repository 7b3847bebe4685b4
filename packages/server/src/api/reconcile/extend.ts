import { type Company, matchLimits, type SupportedCountry } from '@orgdex/contract';
import { invalidField } from '../../core/errors/failure.ts';
import { valueAt } from '../../knowledge/profiles/enrichable-fields.ts';
import { readCompany } from '../../stores/opensearch/companies/companies.ts';
import type { Reading } from '../../stores/opensearch/index-reader.ts';
import { allProperties, pathInProfile } from './properties.ts';
import { parseObject } from './queries.ts';

export interface ExtendQuery {
  readonly ids: readonly string[];
  /** Ids of properties. */
  readonly properties: readonly string[];
}

export function parseExtend(text: string): ExtendQuery {
  const { ids, properties } = parseObject('extend', text);
  if (!Array.isArray(ids) || !Array.isArray(properties)) {
    throw invalidField('extend', 'must have the arrays `ids` and `properties`.');
  }
  const { maxItems } = matchLimits;
  if (ids.length > maxItems) throw invalidField('extend', `must have at most ${maxItems} ids.`);
  return { ids: ids.map(String), properties: properties.map((one) => String((one as { id?: unknown } | null)?.id)) };
}

type Cell = { str: string } | { int: number } | { float: number };

function toCell(value: unknown): Cell {
  if (typeof value === 'number') return Number.isInteger(value) ? { int: value } : { float: value };
  return { str: typeof value === 'string' ? value : JSON.stringify(value) };
}

/** The values of a field: several for a list, and one for each entry of a table. */
function toCells(value: unknown): Cell[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map(toCell);
  if (typeof value !== 'object') return [toCell(value)];
  return Object.entries(value).map(([name, one]) => ({ str: `${name}: ${[one].flat().join(', ')}` }));
}

const nameOf = (id: string): string => allProperties.find((one) => one.id === id)?.name ?? id;

/** OpenRefine shifts columns if a property is missing, so each company has all of them. */
function toRow(company: Company | undefined, properties: readonly string[]): Record<string, Cell[]> {
  const cells = properties.map((id) => {
    const path = pathInProfile(id);
    return [id, company && path !== undefined ? toCells(valueAt(company, path)) : []] as const;
  });
  return Object.fromEntries(cells);
}

/** The requested fields of each company. An id that was merged has the values of the company that it is now. */
export async function extendCompanies(reading: Reading, { ids, properties }: ExtendQuery, country: SupportedCountry) {
  const rows = ids.map(async (id) => {
    const found = await readCompany(reading, { id, country });
    const company = found && (JSON.parse(found.answer.text) as Company);
    return [id, toRow(company, properties)] as const;
  });
  return {
    meta: properties.map((id) => ({ id, name: nameOf(id) })),
    rows: Object.fromEntries(await Promise.all(rows)),
  };
}
