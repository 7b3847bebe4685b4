import { rosterDocumentId } from '../../../server/src/knowledge/rules/identifiers/document-ids.ts';
import type { OpenSearch } from '../../../server/src/stores/opensearch/client.ts';
import type { Generation } from '../../../server/src/stores/postgres/outbox/generations.ts';

type Marked = Pick<Generation, 'id' | 'indices'>;

interface Mark {
  readonly company: string;
  /** The generation whose profile of the company is copied. */
  readonly from: Marked;
}

/** Higher than the version of any change, so that a rebuild or a publisher does not replace it, but another mark does. */
const version = { version: 10 ** 9, version_type: 'external_gte' } as const;

/**
 * Names one company after the generation, and adds a person with the position of the same name. A search for `marker`
 * in this company reads both documents: it has no roster, as if it were large.
 */
export async function markGeneration(
  opensearch: OpenSearch,
  { id, indices }: Marked,
  { company, from }: Mark,
): Promise<void> {
  const { body } = await opensearch.get({ index: from.indices.company, id: company });
  const source = body._source as { served: { name: string; base: { text: string } } };
  source.served.name = `generation ${id}`;
  const { base } = source.served;
  base.text = JSON.stringify({ ...JSON.parse(base.text), name: source.served.name });
  await opensearch.index({ index: indices.company, id: company, ...version, body: source, refresh: true });
  const roster = { index: indices.company, id: rosterDocumentId(company), routing: company };
  await opensearch.index({ ...roster, ...version, body: { roster: { large: true } }, refresh: true });
  const person = {
    company,
    person: 'p-marker',
    country: 'AU',
    words: ['marker'],
    word_count: 1,
    rank: 1,
    levels: [1],
    departments: [1],
  };
  const match = {
    position: `generation ${id}`,
    network: null,
    has_email: false,
    has_personal_email: false,
    has_phone: false,
    has_dnd_phone: false,
    has_mobile: false,
  };
  const place = { index: indices.person, id: `${company}:p-marker`, routing: company };
  await opensearch.index({ ...place, ...version, body: { ...person, match }, refresh: true });
}
