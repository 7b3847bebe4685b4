import type { CompanyRecord } from '@orgdex/contract';

type Fields = { [Name in keyof CompanyRecord]?: CompanyRecord[Name] | undefined };

const isEmpty = (value: unknown) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Without what the row leaves empty. */
export function filled(fields: Fields): Partial<CompanyRecord> {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(fields) as (keyof Fields)[]) if (!isEmpty(fields[name])) kept[name] = fields[name];
  return kept;
}
