import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../../server/test/support/processes/steady-load.ts';
import type { Answer, Asking } from './kinds.ts';

/** How long a connection rests between two requests: a document stays in every cache. */
const restMs = 40;
const timeoutMs = 5000;

/** One answer as its client saw it; times in ms of one clock. */
export interface Seen {
  readonly began: number;
  readonly ended: number;
  readonly what: unknown;
}

export interface WatchDeps {
  readonly base: string;
  readonly key: string;
  readonly asking: Asking;
  /** The part of an answer that is looked at. */
  read(answer: Answer): unknown;
}

function ask(agent: Agent, { base, key, asking }: WatchDeps): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = { authorization: `Bearer ${key}`, ...(asking.body && { 'content-type': 'application/json' }) };
  const sent = request(base + asking.path, { agent, method: asking.method, headers, timeout: timeoutMs });
  sent.on('error', reject);
  sent.on('timeout', () => sent.destroy(new Error('timeout')));
  sent.on('response', (answer) => {
    let body = '';
    answer.setEncoding('utf8');
    answer.on('data', (text) => (body += text));
    answer.on('error', reject);
    answer.on('end', () => {
      const canonicalId = answer.headers['x-canonical-id'] as string | undefined;
      resolve({ status: answer.statusCode ?? 0, canonicalId, body });
    });
  });
  sent.end(asking.body);
  return promise;
}

/** Asks the same again and again over one connection that stays open. */
export function startWatch(deps: WatchDeps) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const seen: Seen[] = [];
  let isStopped = false;

  async function look(): Promise<void> {
    const began = now();
    const what = await ask(agent, deps).then(deps.read, (error: Error) => error.message);
    seen.push({ began, ended: now(), what });
  }

  const running = (async () => {
    for (; !isStopped; await sleep(restMs)) await look();
  })();
  return {
    seen: seen as readonly Seen[],
    async stop(): Promise<void> {
      isStopped = true;
      await running;
      agent.destroy();
    },
  };
}

export type Watch = ReturnType<typeof startWatch>;
