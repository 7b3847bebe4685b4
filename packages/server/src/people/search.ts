import type { PeopleQuestion, PersonMatch } from '@orgdex/contract';
import { readCompanyName } from '../engine/companies.ts';
import { findPeople } from '../engine/people.ts';
import type { EngineReader, ServedGeneration } from '../engine/reading.ts';
import { Failure } from '../failure.ts';
import { type CursorDeps, parseCursor, toCursor } from './cursor.ts';
import { parseSearch } from './question.ts';

export interface SearchPeopleDeps extends CursorDeps {
  generation(): ServedGeneration;
  readonly reader: EngineReader;
  /** Whom no answer about this company may show. */
  suppressedAt(company: string): readonly string[];
}

export interface PeopleOnPage {
  readonly people: PersonMatch[];
  readonly total: number;
  readonly cursor: string | undefined;
  /** The id that survived, when the asked one was merged away. */
  readonly canonicalId: string | undefined;
}

/** One page of the people of one company, in a total order. */
export async function searchPeople(deps: SearchPeopleDeps, question: PeopleQuestion): Promise<PeopleOnPage> {
  const { filter, from, size, cursor } = parseSearch(question);
  const after = cursor === undefined ? undefined : parseCursor(deps, filter, cursor);
  const reading = deps.reader.startReading(deps.generation().indices);
  const found = await readCompanyName(reading, filter.company);
  if (!found) throw new Failure('company_not_found', { param: 'companyId' });
  const suppressed = deps.suppressedAt(found.id);
  const page = await findPeople(reading, { ...filter, company: found.id }, { from, size, after, suppressed });
  return {
    people: page.people.map(({ person, match }) => ({ person_id: person, company_name: found.company, ...match })),
    total: page.total,
    cursor: page.next && toCursor(deps, filter, page.next),
    canonicalId: found.id === filter.company ? undefined : found.id,
  };
}
