import { runWrk } from '../load/wrk.ts';
import { type Address, put, type Received } from '../report/send-request.ts';
import { type ToAsk, writeList } from './list.ts';
import type { Answer, Asker, Course, PeerSubject } from './side.ts';

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
