import type { PersonDocument } from '../../../server/src/engine/documents.ts';
import type { ServedCompany } from '../../../server/src/profiles/served.ts';
import { liveIndices, type Place } from '../speed/installation.ts';

interface Hit<T> {
  readonly _id: string;
  readonly _source: T;
}

interface ScrollAnswer<T> {
  readonly _scroll_id: string;
  readonly hits: { readonly hits: readonly Hit<T>[] };
}

const keep = '5m';

async function* hitsOf<T>({ engine }: Place, index: string): AsyncGenerator<readonly Hit<T>[]> {
  let answer = (await engine.search({ index, scroll: keep, size: 2000 })).body as unknown as ScrollAnswer<T>;
  while (answer.hits.hits.length > 0) {
    yield answer.hits.hits;
    const next = await engine.scroll({ body: { scroll_id: answer._scroll_id, scroll: keep } });
    answer = next.body as unknown as ScrollAnswer<T>;
  }
  await engine.clearScroll({ body: { scroll_id: [answer._scroll_id] } });
}

export interface StoredCompany {
  readonly id: string;
  readonly served: ServedCompany;
}

/** The companies that are served; rosters and redirects are no companies. */
export async function* companiesIn(place: Place): AsyncGenerator<StoredCompany[]> {
  const { company } = await liveIndices(place);
  for await (const hits of hitsOf<{ served?: ServedCompany }>(place, company)) {
    yield hits.flatMap(({ _id: id, _source: { served } }) => (served ? [{ id, served }] : []));
  }
}

export async function* identifiersIn(place: Place): AsyncGenerator<{ identifier: string; company: string }[]> {
  const { identifier } = await liveIndices(place);
  for await (const hits of hitsOf<{ company?: string }>(place, identifier)) {
    yield hits.flatMap(({ _id, _source: { company } }) => (company ? [{ identifier: _id, company }] : []));
  }
}

export async function* peopleIn(place: Place): AsyncGenerator<PersonDocument[]> {
  const { person } = await liveIndices(place);
  for await (const hits of hitsOf<PersonDocument>(place, person)) yield hits.map(({ _source }) => _source);
}
