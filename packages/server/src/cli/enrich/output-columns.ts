import type { CompanyPeopleResult, PersonMatch } from '@orgdex/contract';

export interface Columns {
  readonly fields: readonly string[];
  /** How many people per company; 0: none. */
  readonly people: number;
}

/** The columns of a person, and where their values are. */
const personFields: readonly (readonly [column: string, field: keyof PersonMatch])[] = [
  ['id', 'person_id'],
  ['position', 'position'],
  ['network', 'network'],
  ['has_email', 'has_email'],
  ['has_phone', 'has_phone'],
  ['has_mobile', 'has_mobile'],
];

const places = (people: number): number[] => Array.from({ length: people }, (_, at) => at);

/** The names of the added columns. */
const columnNames = ({ fields, people }: Columns): string[] => [
  'orgdex_id',
  'orgdex_status',
  'orgdex_score',
  ...fields.map((field) => `orgdex_${field}`),
  ...(people > 0 ? ['orgdex_people'] : []),
  ...places(people).flatMap((at) => personFields.map(([column]) => `orgdex_person_${at + 1}_${column}`)),
];

/** The names of the added columns, with a number where the input has a column of that name already. */
export function freeColumnNames(columns: Columns, taken: readonly string[]): string[] {
  const used = new Set(taken);
  return columnNames(columns).map((name) => {
    let free = name;
    for (let number = 2; used.has(free); number += 1) free = `${name} (${number})`;
    used.add(free);
    return free;
  });
}

/** The people found in a company: how many there are, and the first of them. */
export type FoundPeople = Pick<CompanyPeopleResult, 'total' | 'people'>;

/** The values of the columns of people. */
export function peopleValues(found: FoundPeople | undefined, people: number): unknown[] {
  if (people === 0) return [];
  const each = places(people).flatMap((at) => personFields.map(([, field]) => found?.people[at]?.[field] ?? null));
  return [found?.total ?? null, ...each];
}
