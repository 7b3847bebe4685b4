import { type Asked, ask, beginAsked, openAgent } from '../../../testing/src/processes/steady-load.ts';

/** A serving process behind the balancer. */
export interface Target {
  readonly base: string;
  /** Whether the balancer sends requests to it. */
  isUp: boolean;
}

export interface SentRequest {
  readonly phase: string;
  readonly target: number;
  readonly status: number;
  readonly code: string;
  readonly ms: number;
  /** What the response costs; an empty list is free. */
  readonly credits: number;
}

const tickMs = 5;

type Question = Parameters<typeof beginAsked>[0]['question'];

const lookUp = (id: string): Question => ({
  ...{ operation: 'getCompany', method: 'GET', path: `/company?id=${id}`, body: undefined, expected: '', credits: 1 },
});
const search = (id: string): Question => ({
  ...{ operation: 'searchPeople', method: 'POST', path: '/people/search', expected: '', credits: 1 },
  body: JSON.stringify({ companyId: id }),
});

/** Sends lookups and searches in turn at a constant rate to the processes that are up, and never repeats a request. */
export function startRequests(options: { targets: Target[]; key: string; ids: readonly string[]; perSecond: number }) {
  const { targets, key, ids, perSecond } = options;
  const agent = openAgent(50);
  const sent: SentRequest[] = [];
  const pending = new Set<Promise<void>>();
  const began = performance.now();
  let phase = '';
  let count = 0;
  const keep = (asked: Asked, of: string) => {
    const { member, status, code, ended, credits } = asked;
    sent.push({ phase: of, target: member, status, code, ms: ended - asked.began, credits });
  };
  const sendNext = () => {
    const up = targets.flatMap(({ isUp }, at) => (isUp ? [at] : []));
    const member = up[count % up.length] ?? 0;
    const id = ids[count % ids.length] ?? '';
    const question = count % 2 === 0 ? lookUp(id) : search(id);
    count += 1;
    const asked = beginAsked({ member, key: { key } as Asked['key'], question });
    const [of, base] = [phase, targets[member]?.base ?? ''];
    const done = ask(agent, { base } as Parameters<typeof ask>[1], asked).then(() => keep(asked, of));
    pending.add(done);
    void done.finally(() => pending.delete(done));
  };
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
    while (count < due) sendNext();
  }, tickMs);
  return {
    enter: (name: string) => {
      phase = name;
    },
    async stop(): Promise<SentRequest[]> {
      clearInterval(timer);
      await Promise.all(pending);
      agent.destroy();
      return sent;
    },
  };
}
