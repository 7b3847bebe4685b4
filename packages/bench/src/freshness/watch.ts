import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../../testing/src/processes/steady-load.ts';
import type { ObservedResponse, RequestSpec } from './change-kinds.ts';

/** Pause between two requests of a connection. It is short enough that every document stays cached. */
const restMs = 40;
const timeoutMs = 5000;

/** One response, as the client observed it. All times are in ms of the same clock. */
export interface Observation {
  readonly began: number;
  readonly ended: number;
  readonly what: unknown;
}

export interface WatchDeps {
  readonly base: string;
  readonly key: string;
  readonly requestSpec: RequestSpec;
  /** The part of the response that changes. */
  read(response: ObservedResponse): unknown;
}

function ask(agent: Agent, { base, key, requestSpec }: WatchDeps): Promise<ObservedResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ObservedResponse>();
  const headers = { authorization: `Bearer ${key}`, ...(requestSpec.body && { 'content-type': 'application/json' }) };
  const sent = request(base + requestSpec.path, { agent, method: requestSpec.method, headers, timeout: timeoutMs });
  sent.on('error', reject);
  sent.on('timeout', () => sent.destroy(new Error('timeout')));
  sent.on('response', (response) => {
    let body = '';
    response.setEncoding('utf8');
    response.on('data', (text) => (body += text));
    response.on('error', reject);
    response.on('end', () => {
      const canonicalId = response.headers['x-canonical-id'] as string | undefined;
      resolve({ status: response.statusCode ?? 0, canonicalId, body });
    });
  });
  sent.end(requestSpec.body);
  return promise;
}

/** Sends the same request repeatedly over one keep-alive connection. */
export function startWatch(deps: WatchDeps) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const seen: Observation[] = [];
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
    seen: seen as readonly Observation[],
    async stop(): Promise<void> {
      isStopped = true;
      await running;
      agent.destroy();
    },
  };
}

export type Watch = ReturnType<typeof startWatch>;
