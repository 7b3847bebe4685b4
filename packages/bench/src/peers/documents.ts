import type { CardFacts } from '../../../server/src/knowledge/profiles/card-facts.ts';
import type { ServedCompany } from '../../../server/src/knowledge/profiles/prepared-responses.ts';
import type { PersonDocument } from '../../../server/src/stores/opensearch/documents.ts';
import { type BenchInstallation, liveIndices } from '../speed/installation.ts';

interface Hit<T> {
  readonly _id: string;
  readonly _source: T;
}

interface ScrollResponse<T> {
  readonly _scroll_id: string;
  readonly hits: { readonly hits: readonly Hit<T>[] };
}

const keep = '5m';

async function* hitsOf<T>({ opensearch }: BenchInstallation, index: string): AsyncGenerator<readonly Hit<T>[]> {
  let response = (await opensearch.search({ index, scroll: keep, size: 2000 })).body as unknown as ScrollResponse<T>;
  while (response.hits.hits.length > 0) {
    yield response.hits.hits;
    const next = await opensearch.scroll({ body: { scroll_id: response._scroll_id, scroll: keep } });
    response = next.body as unknown as ScrollResponse<T>;
  }
  await opensearch.clearScroll({ body: { scroll_id: [response._scroll_id] } });
}

export interface StoredCompany {
  readonly id: string;
  readonly served: ServedCompany;
  readonly card: Pick<CardFacts, 'country'>;
}

/** The published companies, without rosters and redirects. */
export async function* companiesIn(installation: BenchInstallation): AsyncGenerator<StoredCompany[]> {
  const { company } = await liveIndices(installation);
  for await (const hits of hitsOf<Partial<StoredCompany>>(installation, company)) {
    yield hits.flatMap(({ _id: id, _source: { served, card } }) => (served && card ? [{ id, served, card }] : []));
  }
}

export async function* identifiersIn(
  installation: BenchInstallation,
): AsyncGenerator<{ identifier: string; company: string }[]> {
  const { identifier } = await liveIndices(installation);
  for await (const hits of hitsOf<{ company?: string }>(installation, identifier)) {
    yield hits.flatMap(({ _id, _source: { company } }) => (company ? [{ identifier: _id, company }] : []));
  }
}

export async function* peopleIn(installation: BenchInstallation): AsyncGenerator<PersonDocument[]> {
  const { person } = await liveIndices(installation);
  for await (const hits of hitsOf<PersonDocument>(installation, person)) yield hits.map(({ _source }) => _source);
}
