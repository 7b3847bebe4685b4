import { Company, CompanyCard, type CompanyPeopleResult, type MatchResult } from '@orgdex/contract';

const cardFields = new Set(Object.keys(CompanyCard.properties));
const profileFields = new Set(Object.keys(Company.properties));

/** The fields that a file may be enriched with. */
export const enrichableFields: readonly string[] = [...new Set([...cardFields, ...profileFields])].filter(
  (field) => field !== 'id' && field !== 'matched_name',
);

export const defaultFields: readonly string[] = ['name', 'fqdn', 'country', 'region', 'employee_count', 'industries'];

/** Whether the short card is enough for these fields. */
export const shapeFor = (fields: readonly string[]): 'card' | 'profile' =>
  fields.every((field) => cardFields.has(field)) ? 'card' : 'profile';

const personFields = ['person_id', 'position', 'network', 'has_email', 'has_phone'] as const;

export interface Columns {
  readonly fields: readonly string[];
  /** How many people per company; 0: none. */
  readonly people: number;
}

export const columnNames = ({ fields, people }: Columns): string[] => [
  'orgdex_id',
  'orgdex_status',
  'orgdex_score',
  ...fields.map((field) => `orgdex_${field}`),
  ...Array.from({ length: people }, (_, at) => personFields.map((field) => `person_${at + 1}_${field}`)).flat(),
];

export type Cell = string | number | boolean | null;

/** A value as one cell: lists are separated by semicolons, objects are JSON. */
function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(toCell).join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell);
}

/** The result of a row: what was matched, or why nothing was. */
export interface RowResult {
  readonly match?: MatchResult | undefined;
  /** Why the row could not be sent. */
  readonly rejected?: string;
  readonly people?: CompanyPeopleResult | undefined;
}

/** The new cells of a row, in the order of `columnNames`. */
export function cellsOf({ match, rejected, people: found }: RowResult, { fields, people }: Columns): Cell[] {
  const best = match?.status === 'matched' ? match.candidates[0] : undefined;
  const company = (best?.company ?? {}) as Record<string, unknown>;
  const status = rejected ?? (match?.status === 'invalid' ? `invalid: ${match.problem?.message}` : match?.status);
  return [
    toCell(company.id),
    toCell(status),
    best?.score ?? null,
    ...fields.map((field) => toCell(company[field])),
    ...Array.from({ length: people }, (_, at) => {
      const person = found?.people[at] as Record<string, unknown> | undefined;
      return personFields.map((field) => toCell(person?.[field]));
    }).flat(),
  ];
}
