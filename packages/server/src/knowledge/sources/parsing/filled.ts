import type { CompanyRecord } from '@orgdex/contract';

type Fields<Made> = { [Name in keyof Made]?: Made[Name] | undefined };

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** Without the fields that the row leaves empty. */
export function filled<Made extends object = CompanyRecord>(fields: Fields<NoInfer<Made>>): Partial<Made> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (!isEmpty(value)) kept[name] = value;
  return kept as Partial<Made>;
}
