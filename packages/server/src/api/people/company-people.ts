import {
  type Company,
  type CompanyPeople,
  type CompanyPeopleQuestion,
  type CompanyPeopleResult,
  companyPeopleLimits,
  type NamedCompany,
  type PeopleCompany,
} from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import type { Reading } from '../../stores/opensearch/index-reader.ts';
import { type RosteredCompany, readRoster } from '../../stores/opensearch/people/rosters.ts';
import { type LookUpCompanyDeps, resolveCompanyId } from '../companies/lookup.ts';
import { findIn } from './search.ts';
import { type CompanyPeopleFilter, parseCompanyPeopleFilter } from './search-request.ts';

export interface CompanyPeopleDeps extends LookUpCompanyDeps {
  suppressedAt(company: string): readonly string[];
}

/** A company of the request, or what is wrong with it. */
export type CheckedCompany =
  | { readonly item: PeopleCompany }
  | { readonly ref: string | null; readonly failure: Failure };

const empty = { company: null, total: 0, people: [], problem: null } as const;

const invalid = (ref: string | null, { code, message, details }: Failure): CompanyPeopleResult => ({
  ref,
  ...empty,
  people: [],
  status: 'invalid',
  problem: { code, message: details.message ?? message, param: details.param ?? null },
});

/** What may be wrong with one company alone. */
const itemFailures: ReadonlySet<string> = new Set(['identifier_malformed', 'identifier_missing']);

interface Wanted {
  readonly filter: CompanyPeopleFilter;
  readonly size: number;
}

function namedCompany({ id, name, profile }: RosteredCompany): NamedCompany {
  const { fqdn } = JSON.parse(profile) as Company;
  return { id, name, fqdn };
}

async function searchIn(
  deps: CompanyPeopleDeps,
  reading: Reading,
  item: PeopleCompany,
  { filter, size }: Wanted,
): Promise<CompanyPeopleResult> {
  const ref = item.ref ?? null;
  const requested = await resolveCompanyId(reading, item);
  const found = requested === undefined ? undefined : await readRoster(reading, requested);
  if (!found) return { ref, ...empty, people: [], status: 'not_found' };
  const { people, total } = await findIn(reading, found.roster, {
    filter: { ...filter, company: found.id },
    page: { from: 0, size, suppressed: deps.suppressedAt(found.id) },
  });
  return {
    ref,
    status: people.length > 0 ? 'found' : 'none',
    company: namedCompany(found),
    total,
    people: people.map(({ person, match }) => ({ person_id: person, company_name: found.name, ...match })),
    problem: null,
  };
}

/** People in many companies: a result for each. One bad company never fails the others. */
export async function searchCompanyPeople(
  deps: CompanyPeopleDeps,
  question: CompanyPeopleQuestion,
  companies: readonly CheckedCompany[],
): Promise<CompanyPeople> {
  const wanted = {
    filter: parseCompanyPeopleFilter(question),
    size: question.per_company ?? companyPeopleLimits.defaultPerCompany,
  };
  const reading = deps.reader.startReading(deps.generation());
  const results = companies.map(async (checked) => {
    if ('failure' in checked) return invalid(checked.ref, checked.failure);
    try {
      return await searchIn(deps, reading, checked.item, wanted);
    } catch (error) {
      if (error instanceof Failure && itemFailures.has(error.code)) return invalid(checked.item.ref ?? null, error);
      throw error;
    }
  });
  return { results: await Promise.all(results) };
}
