import { hash as hashOf } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { cardFacts } from '../../knowledge/profiles/card-facts.ts';
import { toServed } from '../../knowledge/profiles/prepared-responses.ts';
import { buildProfile } from '../../knowledge/profiles/profile.ts';
import { toFlags } from '../../knowledge/rules/contacts/channel-flags.ts';
import { personDocumentId, rosterDocumentId } from '../../knowledge/rules/identifiers/document-ids.ts';
import type { Rates } from '../../knowledge/rules/money/exchange-rates.ts';
import { titleClasses } from '../../knowledge/rules/titles/classify.ts';
import { titleWords } from '../../knowledge/rules/titles/words.ts';
import type { Write } from '../../stores/opensearch/bulk.ts';
import type { PublishedRecord } from '../../stores/opensearch/companies/companies.ts';
import type {
  GenerationIndices,
  IdentifierDocument,
  PersonDocument,
  Roster,
} from '../../stores/opensearch/documents.ts';
import { toRoster } from '../../stores/opensearch/people/roster-page.ts';
import type {
  CompanyRow,
  EmploymentRow,
  IdentifierRow,
  PublishedStatement,
} from '../../stores/postgres/outbox/published-rows.ts';
import type { RosterMember, RosterRow } from '../../stores/postgres/outbox/rosters.ts';
import { toSearchDocument } from './search-document.ts';

/**
 * Serializes the document once, for its hash and for OpenSearch. The hash becomes its first field. What changes with every
 * import is not part of it: alone, it is no reason to write the document again.
 * @param unhashed JSON of fields that follow the hash, each with a comma after it
 */
function toSource(document: object, unhashed = ''): { source: string; hash: string } {
  const json = JSON.stringify(document);
  const hash = hashOf('sha256', json, 'base64url').slice(0, 16);
  return { source: `{"hash":"${hash}",${unhashed}${json.slice(1)}`, hash };
}

/** A company that is merged, or that no record names yet, is not found by searches. */
interface CompanySources {
  company: object | undefined;
  search?: object;
  sources?: object;
}

/** How a reader of the API knows the link: `abn`, `match` or `join`, without the number of a decision. */
const linkOf = (claim: string | null): string | null =>
  claim === null ? null : (/^~?([a-z]+)/.exec(claim)?.[1] ?? null);

const byKey = (a: PublishedStatement, b: PublishedStatement): number =>
  a.source === b.source ? compareText(a.key, b.key) : compareText(a.source, b.source);
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const toPublishedRecords = (records: readonly PublishedStatement[]): PublishedRecord[] =>
  records.toSorted(byKey).map(({ key: _, linkedBy, ...record }) => ({ ...record, linkedBy: linkOf(linkedBy) }));

function companySources(row: CompanyRow, rates: Rates): CompanySources {
  const { id, redirect_to, rostered, records } = row;
  if (redirect_to !== null) return { company: { redirect: redirect_to } };
  const profile = buildProfile(id, records, rates);
  if (profile.body.name === null) return { company: undefined };
  const facts = cardFacts(profile, records);
  return {
    company: { served: toServed(profile), card: facts, ...(rostered ? { rostered } : {}) },
    search: toSearchDocument(row, profile.body, facts),
    sources: { records: toPublishedRecords(records) },
  };
}

// Many people have the same title, and classifying it takes longer than a cache lookup.
const titles = new LRUCache<string, Pick<PersonDocument, 'words' | 'word_count' | 'levels' | 'departments'>>({
  max: 50_000,
});

function readTitle(position: string | null) {
  const known = titles.get(position ?? '');
  if (known) return known;
  const { words, count } = titleWords(position ?? '');
  const { seniority, departments } = titleClasses(position);
  const read = { words, word_count: count, levels: seniority, departments };
  titles.set(position ?? '', read);
  return read;
}

function personSource(company: string, row: RosterMember): PersonDocument {
  const title = readTitle(row.position);
  const levels = row.levels ?? title.levels;
  return {
    company,
    person: row.person_id,
    country: row.country,
    words: title.words,
    word_count: title.word_count,
    rank: Math.min(...levels),
    levels,
    departments: row.departments ?? title.departments,
    match: { position: row.position, network: row.network, ...toFlags(row.flags) },
  };
}

/** The company comes last: what is served of it can be found and explained. */
export function companyWrites(indices: GenerationIndices, row: CompanyRow, rates: Rates): Write[] {
  const { company, search, sources } = companySources(row, rates);
  const write = (index: string, source: object | undefined, unhashed?: string): Write => ({
    index,
    id: row.id,
    version: row.version,
    ...(source ? toSource(source, unhashed) : {}),
  });
  return [
    write(indices.search, search, `"updated_since":${row.changed_at.getTime()},`),
    write(indices.sources, sources),
    write(indices.company, company),
  ];
}

export const personWrite = (indices: GenerationIndices, row: EmploymentRow): Write => ({
  index: indices.person,
  id: personDocumentId(row.company_id, row.person_id),
  version: row.version,
  routing: row.company_id,
  ...(row.removed ? {} : toSource(personSource(row.company_id, row))),
});

const rosterOf = ({ company_id, people }: RosterRow, mostPeople: number): Roster =>
  people.length > mostPeople
    ? { large: true }
    : { people: toRoster(people.map((row) => personSource(company_id, row))) };

/** The write of a roster with any content. */
const toRosterWrite = (indices: GenerationIndices, row: Omit<RosterRow, 'people'>, source: object): Write => ({
  index: indices.company,
  id: rosterDocumentId(row.company_id),
  version: row.version,
  routing: row.company_id,
  ...toSource(source),
});

/** A roster redirects like its company, so that a reader with a cached company still finds the survivor. */
export const rosterWrite = (indices: GenerationIndices, row: RosterRow, mostPeople: number): Write =>
  toRosterWrite(
    indices,
    row,
    row.redirect_to === null ? { roster: rosterOf(row, mostPeople) } : { redirect: row.redirect_to },
  );

/** A roster without people that refers to the search: slower, but always correct. */
export const closedRosterWrite = (indices: GenerationIndices, row: RosterRow): Write =>
  toRosterWrite(indices, row, { roster: { large: true } satisfies Roster });

const identifierSource = (company: string, claimants: number): IdentifierDocument =>
  claimants > 1 ? { company, claimants } : { company };

export const identifierWrite = (indices: GenerationIndices, row: IdentifierRow): Write => ({
  index: indices.identifier,
  id: row.id,
  version: row.version,
  ...(row.company_id === null ? {} : toSource(identifierSource(row.company_id, row.claimants))),
});
