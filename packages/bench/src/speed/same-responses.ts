import { isDeepStrictEqual } from 'node:util';
import { sendRequest } from '../report/send-request.ts';
import type { CaseRequests } from './requests.ts';
import { type Targets, variantNames, variants } from './targets.ts';

interface EngineDocument {
  _id?: string;
  _source?: { company?: string; served?: { name: string } };
  hits?: { hits: { _source: { person: string } }[] };
}

/** The content of the engine's responses: id and name of the company, or the ids of the people in their order. */
function contentOfEngine(responses: readonly EngineDocument[]): unknown {
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
  for (const { engineOnly, service } of requests) {
    const documents: EngineDocument[] = [];
    for (const request of engineOnly)
      documents.push((await sendRequest(all.engineOnly, request)).json as EngineDocument);
    const expected = contentOfEngine(documents);
    for (const variant of variants.filter((one) => one !== 'engineOnly')) {
      const found = contentOfService((await sendRequest(all[variant], service)).json);
      if (isDeepStrictEqual(found, expected)) continue;
      const words = [expected, found].map((value) => JSON.stringify(value));
      throw new Error(
        `${service.path} ${service.body ?? ''}: the engine returns ${words[0]}, ${variantNames[variant]} returns ${words[1]}.`,
      );
    }
  }
}
