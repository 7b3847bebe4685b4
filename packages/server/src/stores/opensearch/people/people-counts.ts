import { departments, seniorities } from '@orgdex/contract';
import type { RosterPerson } from '../documents.ts';
import { type Completeness, requireComplete } from '../errors.ts';
import type { Reading } from '../index-reader.ts';
import { type PeopleFilter, peopleQuery } from './people.query.ts';
import { toTest, withNames } from './roster-page.ts';

/** How many people there are, by seniority, by department, and by both. */
export interface CountedPeople {
  readonly total: number;
  readonly levels: ReadonlyMap<number, number>;
  readonly departments: ReadonlyMap<number, number>;
  readonly cells: readonly { readonly department: number; readonly level: number; readonly count: number }[];
}

interface Bucket {
  readonly key: number;
  readonly doc_count: number;
}

interface CountAnswer extends Completeness {
  readonly hits: { readonly total: { readonly value: number } };
  readonly aggregations: {
    readonly levels: { readonly buckets: readonly Bucket[] };
    readonly departments: {
      readonly buckets: readonly (Bucket & { readonly levels: { readonly buckets: readonly Bucket[] } })[];
    };
  };
}

const levelIds = Object.keys(seniorities).map(Number);
const departmentIds = Object.keys(departments).map(Number);
const byLevel = { levels: { terms: { field: 'levels', size: levelIds.length } } };

const toMap = (buckets: readonly Bucket[]) => new Map(buckets.map(({ key, doc_count }) => [key, doc_count]));

/** Counts by a search, for a company whose people are too many for a roster. */
export async function countBySearch(
  reading: Reading,
  filter: PeopleFilter,
  suppressed: readonly string[],
): Promise<CountedPeople> {
  const { query, track_total_hits, timeout } = peopleQuery(filter, { from: 0, size: 0, suppressed });
  const byDepartment = { terms: { field: 'departments', size: departmentIds.length }, aggs: byLevel };
  const found = (await reading.search({
    index: reading.indices.person,
    routing: filter.company,
    body: { query, track_total_hits, timeout, size: 0, aggs: { ...byLevel, departments: byDepartment } },
  })) as CountAnswer;
  requireComplete(found);
  const { hits, aggregations } = found;
  return {
    total: hits.total.value,
    levels: toMap(aggregations.levels.buckets),
    departments: toMap(aggregations.departments.buckets),
    cells: aggregations.departments.buckets.flatMap(({ key: department, levels }) =>
      levels.buckets.map(({ key: level, doc_count: count }) => ({ department, level, count })),
    ),
  };
}

/** A roster keeps the ids of a vocabulary as the bits of one number. */
const has = (mask: number, id: number): boolean => (mask & (1 << id)) !== 0;

/** The same counts, of a roster. */
export function countRoster(
  people: readonly RosterPerson[],
  filter: PeopleFilter,
  suppressed: readonly string[],
): CountedPeople {
  const masks = people.filter(toTest(filter, suppressed)).map(withNames);
  const count = (fits: (mask: (typeof masks)[number]) => boolean) => masks.filter(fits).length;
  const cells = departmentIds.flatMap((department) =>
    levelIds.map((level) => ({
      department,
      level,
      count: count((one) => has(one.levels, level) && has(one.departments, department)),
    })),
  );
  return {
    total: masks.length,
    levels: new Map(levelIds.map((level) => [level, count(({ levels }) => has(levels, level))])),
    departments: new Map(
      departmentIds.map((department) => [department, count((one) => has(one.departments, department))]),
    ),
    cells,
  };
}
