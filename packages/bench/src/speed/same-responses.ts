import { isDeepStrictEqual } from 'node:util';
import { sendRequest } from '../report/send-request.ts';
import type { CaseRequests } from './requests.ts';
import { type Targets, variantNames, variants } from './targets.ts';

interface IndexedDocument {
  _id?: string;
  _source?: { company?: string; served?: { name: string } };
  hits?: { hits: { _source: { person: string } }[] };
}

/** The content of OpenSearch's responses: id and name of the company, or the ids of the people in their order. */
function contentOfOpenSearch(responses: readonly IndexedDocument[]): unknown {
  const last = responses.at(-1);
  if (last?.hits) return last.hits.hits.map(({ _source }) => _source.person);
  const found = responses.length > 1 ? responses[0]?._source?.company : last?._id;
  return { id: found, name: last?._source?.served?.name };
}

function contentOfService(response: unknown): unknown {
  if (Array.isArray(response)) return response.map(({ person_id }) => person_id);
  const { id, name } = response as { id: string; name: string };
  return { id, name };
}

/** Checks that all variants return the same content; otherwise the comparison is meaningless. */
export async function checkSameResponses({ all }: Targets, requests: readonly CaseRequests[]): Promise<void> {
  for (const { opensearchOnly, service } of requests) {
    const documents: IndexedDocument[] = [];
    for (const request of opensearchOnly)
      documents.push((await sendRequest(all.opensearchOnly, request)).json as IndexedDocument);
    const expected = contentOfOpenSearch(documents);
    for (const variant of variants.filter((one) => one !== 'opensearchOnly')) {
      const found = contentOfService((await sendRequest(all[variant], service)).json);
      if (isDeepStrictEqual(found, expected)) continue;
      const words = [expected, found].map((value) => JSON.stringify(value));
      throw new Error(
        `${service.path} ${service.body ?? ''}: OpenSearch returns ${words[0]}, ${variantNames[variant]} returns ${words[1]}.`,
      );
    }
  }
}
