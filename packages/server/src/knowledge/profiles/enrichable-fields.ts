import { Company, CompanyCard } from '@orgdex/contract';

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** The names of all values of an object: `a`, and `a.b` for those of an object inside. */
const pathsOf = ({ properties = {} }: Shape): string[] =>
  Object.entries(properties).flatMap(([name, inner]) => [
    name,
    ...pathsOf(inner as Shape).map((path) => `${name}.${path}`),
  ]);

const cardFields = new Set(pathsOf(CompanyCard).filter((field) => field !== 'id'));
const profileFields = new Set(pathsOf(Company).filter((field) => field !== 'id'));

/** The fields that a row can be enriched with. */
export const enrichableFields: readonly string[] = [...new Set([...cardFields, ...profileFields])];

export const defaultFields: readonly string[] = ['name', 'fqdn', 'country', 'region', 'employee_count', 'industries'];

/** What to request of a matched company. */
export type CompanyShape = 'card' | 'profile';

/** The profile's own names for what only the card calls so. */
const inProfile: Readonly<Record<string, string>> = {
  country: 'hq_country',
  region: 'states',
  status: 'abn_operation_status',
  identifiers: 'industry_codes',
};

const replacementOf = (field: string): string => {
  const [outer = '', ...inner] = field.split('.');
  const name = [inProfile[outer] ?? outer, ...inner].join('.');
  return profileFields.has(name) ? name : '';
};

/** The smaller shape that has all these fields, or why there is none: a request returns a card or a profile. */
export function shapeFor(fields: readonly string[]): CompanyShape | { readonly problem: string } {
  if (fields.every((field) => cardFields.has(field))) return 'card';
  const missing = fields.filter((field) => !profileFields.has(field));
  if (missing.length === 0) return 'profile';
  const because = fields.find((field) => !cardFields.has(field));
  const advice = missing.map((field) => {
    const other = replacementOf(field);
    return other ? `use "${other}" instead of "${field}"` : `leave out "${field}"`;
  });
  return {
    problem: `"${because}" is only in the whole profile, which has other names for some fields: ${advice.join(', ')}.`,
  };
}

/** The value of a field, at any depth; null where there is none. */
export function valueAt(company: unknown, field: string): unknown {
  let value = company;
  for (const name of field.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value ?? null;
}
