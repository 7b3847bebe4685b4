import type { Ask } from '../bench/asks.ts';
import { runWrk } from '../bench/wrk.ts';
import { type ToAsk, writeList } from './list.ts';
import type { Answer, Asker, Course, PeerSubject } from './side.ts';

interface Address {
  readonly base: string;
  readonly keys: readonly string[];
}

/** An answer as it came. */
export interface Received {
  readonly json: unknown;
  readonly headers: Headers;
  readonly bytes: number;
}

async function put({ base, keys }: Address, { method, path, body }: Ask): Promise<Received> {
  const headers = {
    ...(keys[0] ? { authorization: `Bearer ${keys[0]}` } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const answer = await fetch(base + path, { method, headers, ...(body ? { body } : {}) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${base}${path} was answered with ${answer.status}: ${text}`);
  return { json: JSON.parse(text), headers: answer.headers, bytes: Buffer.byteLength(text) };
}

interface HttpTerms {
  readonly address: Address;
  readonly toAsk: ToAsk;
  toAnswer(received: Received): Answer;
}

/** Somebody who is asked over HTTP. */
export function openHttpAsker(course: Course, { address, toAsk, toAnswer }: HttpTerms): Asker {
  const list = writeList(course, toAsk);
  return {
    ask: (order) => runWrk({ ...address, list: list.file, ...order }),
    answer: async (at) => toAnswer(await put(address, toAsk(course.subjects[at] as PeerSubject, at))),
    close: async () => list.close(),
  };
}
