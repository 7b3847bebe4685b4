import {
  departments,
  type PeopleCounts,
  type PeopleCountsQuestion,
  type SupportedCountry,
  seniorities,
} from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import { unknownIdMessage } from '../../knowledge/rules/identifiers/company-id.ts';
import { countryOrDefault } from '../../knowledge/rules/places/country.ts';
import { type CountedPeople, countBySearch, countRoster } from '../../stores/opensearch/people/people-counts.ts';
import { readRoster } from '../../stores/opensearch/people/rosters.ts';
import type { SearchPeopleDeps } from './search.ts';

export type CountPeopleDeps = Pick<SearchPeopleDeps, 'generation' | 'reader' | 'suppressedAt' | 'notFoundHint'>;

/** Every id of a vocabulary, in its order. */
const countsOf = (vocabulary: object, counts: ReadonlyMap<number, number>) =>
  Object.keys(vocabulary).map((id) => ({ id, count: counts.get(Number(id)) ?? 0 }));

const inOrder = (cells: CountedPeople['cells']) =>
  cells
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.department - b.department || a.level - b.level)
    .map(({ department, level, count }) => ({ department: String(department), seniority: String(level), count }));

/** How many people of a company work in a country, by department and seniority. */
export async function countPeople(
  deps: CountPeopleDeps,
  requested: string,
  { country }: PeopleCountsQuestion,
): Promise<{ counts: PeopleCounts; canonicalId: string | undefined }> {
  const reading = deps.reader.startReading(deps.generation());
  const found = await readRoster(reading, requested);
  if (!found) {
    const message = unknownIdMessage({ id: requested, hint: deps.notFoundHint });
    throw new Failure('company_not_found', { param: 'id', message });
  }
  const { id, roster } = found;
  const filter = { company: id, country: countryOrDefault(country).toUpperCase() as SupportedCountry };
  const suppressed = deps.suppressedAt(id);
  const counted =
    'people' in roster
      ? countRoster(roster.people, filter, suppressed)
      : await countBySearch(reading, filter, suppressed);
  return {
    counts: {
      id,
      total: counted.total,
      seniorities: countsOf(seniorities, counted.levels).map(({ id: seniority, count }) => ({ seniority, count })),
      departments: countsOf(departments, counted.departments).map(({ id: department, count }) => ({
        department,
        count,
      })),
      cells: inOrder(counted.cells),
    },
    canonicalId: id === requested ? undefined : id,
  };
}
