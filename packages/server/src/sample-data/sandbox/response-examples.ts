import { defaultCountry, GetCompany, type ResponseExamples, SearchPeople, searchExample } from '@orgdex/contract';
import type { ServedCompany } from '../../knowledge/profiles/prepared-responses.ts';
import { rosterDocumentId } from '../../knowledge/rules/identifiers/document-ids.ts';
import { searchWords } from '../../knowledge/rules/titles/words.ts';
import type { Roster } from '../../stores/opensearch/documents.ts';
import { pageOfRoster } from '../../stores/opensearch/people/roster-page.ts';
import { sandboxWrites } from './documents.ts';
import { sandboxIndices } from './indices.ts';

const { companyId, position, seniority, size } = searchExample;
const filter = {
  company: companyId,
  country: defaultCountry,
  positions: [searchWords(position)],
  levels: [Number(seniority)],
};
const page = { from: 0, size: Number(size), suppressed: [] };

const indices = sandboxIndices('example', 'x');

function readDocument(id: string): unknown {
  const written = sandboxWrites(indices);
  return JSON.parse(written.find((write) => write.index === indices.company && write.id === id)?.source ?? 'null');
}

/** What a test key gets for the example requests of the API reference. */
export function responseExamples(): ResponseExamples {
  const { served } = readDocument(companyId) as { served: ServedCompany };
  const { roster } = readDocument(rosterDocumentId(companyId)) as { roster: Extract<Roster, { people: unknown }> };
  const { people } = pageOfRoster(roster.people, filter, page);
  return {
    [GetCompany.id]: JSON.parse(served.base.text),
    [SearchPeople.id]: people.map(({ person, match }) => ({ person_id: person, company_name: served.name, ...match })),
  };
}
