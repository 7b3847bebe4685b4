import { isDeepStrictEqual } from 'node:util';
import { put } from '../report/send-request.ts';
import type { Asked } from './requests.ts';
import { type Targets, ways } from './targets.ts';

interface EngineDocument {
  _id?: string;
  _source?: { company?: string; served?: { name: string } };
  hits?: { hits: { _source: { person: string } }[] };
}

/** Whom the engine's answers are about: the company with its name, or the people in their order. */
function subjectOfBare(answers: readonly EngineDocument[]): unknown {
  const last = answers.at(-1);
  if (last?.hits) return last.hits.hits.map(({ _source }) => _source.person);
  const found = answers.length > 1 ? answers[0]?._source?.company : last?._id;
  return { id: found, name: last?._source?.served?.name };
}

function subjectOfService(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(({ person_id }) => person_id);
  const { id, name } = answer as { id: string; name: string };
  return { id, name };
}

/** That every way answers the same question, so that what is compared is comparable. */
export async function checkSameAnswers({ all }: Targets, asked: readonly Asked[]): Promise<void> {
  for (const { bare, service } of asked) {
    const documents: EngineDocument[] = [];
    for (const ask of bare) documents.push((await put(all.bare, ask)).json as EngineDocument);
    const expected = subjectOfBare(documents);
    for (const way of ways.filter((one) => one !== 'bare')) {
      const found = subjectOfService((await put(all[way], service)).json);
      if (isDeepStrictEqual(found, expected)) continue;
      const words = [expected, found].map((value) => JSON.stringify(value));
      throw new Error(
        `${service.path} ${service.body ?? ''}: the engine has ${words[0]}, "${way}" answers ${words[1]}.`,
      );
    }
  }
}
