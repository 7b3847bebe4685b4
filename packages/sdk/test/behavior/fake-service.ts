import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BehaviorCase, FakeResponse } from './behavior-case.ts';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Traffic {
  readonly received: Received[];
  /** For each request, how many were running when it came. */
  readonly atOnce: number[];
  running: number;
}

/** Headers that differ between HTTP libraries. */
const ofLibraries =
  /^(?:accept|host|connection|user-agent|content-length|sec-|cache-control|pragma|origin|referer|priority)/;

const problemOf = (code: string, param: string | undefined) => ({
  error: 1,
  code,
  message: 'It failed.',
  ...(param === undefined ? {} : { param }),
  request_id: 'req-1',
  docs: `https://data.example.com/docs/problems#${code}`,
});

interface Item {
  readonly ref?: string;
}

const itemsIn = (body: unknown): Item[] => (body as { companies?: Item[] } | undefined)?.companies ?? [];

function matchesOf(body: unknown): object {
  const results = itemsIn(body).map(({ ref = null }) => ({
    ref,
    status: 'matched',
    candidates: [{ score: 1, company: { id: `c-${ref}` }, reasons: [], conflicts: [] }],
    problem: null,
  }));
  return { results, matched: results.length };
}

function bodyOf({ text: given, problem, param, match, body }: FakeResponse, received: Received): string {
  if (given !== undefined) return given;
  if (problem !== undefined) return JSON.stringify(problemOf(problem, param));
  return JSON.stringify(match ? matchesOf(received.body) : body);
}

function headersOf({ headers = {}, retryAfterDate }: FakeResponse): Record<string, string> {
  if (retryAfterDate === undefined) return { 'content-type': 'application/json', ...headers };
  return { ...headers, 'retry-after': new Date(Date.now() + retryAfterDate * 1000).toUTCString() };
}

async function respond(planned: FakeResponse, received: Received, response: ServerResponse): Promise<void> {
  const { status = 200, delaySeconds = 0, cut, stall } = planned;
  if (delaySeconds > 0) await sleep(delaySeconds * 1000, undefined, { ref: false });
  if (cut === 'before') return void response.destroy();
  const body = Buffer.from(status === 304 ? '' : bodyOf(planned, received));
  const length = status === 304 ? {} : { 'content-length': String(body.length) };
  response.writeHead(status, { ...headersOf(planned), ...length });
  if (!cut && !stall) return void response.end(body);
  response.write(body.subarray(0, body.length / 2), () => {
    if (cut) response.destroy();
  });
}

async function toReceived(request: IncomingMessage, path: string): Promise<Received> {
  const sent = await text(request);
  const own = Object.entries(request.headers).filter(([name]) => !ofLibraries.test(name));
  return {
    method: request.method ?? '',
    path,
    headers: Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
    body: sent === '' ? undefined : JSON.parse(sent),
  };
}

/** Files that a browser loads from the service, by path. */
export type PageFiles = Readonly<Record<string, { readonly type: string; readonly content: string }>>;

/** Plays the service for the cases of a table. The address of a case is `/<run>/<number of the case>`. */
export async function openFakeService(cases: readonly BehaviorCase[], files: PageFiles = {}) {
  const traffic = new Map<string, Traffic>();
  const trafficOf = (place: string): Traffic => {
    const known = traffic.get(place) ?? { received: [], atOnce: [], running: 0 };
    traffic.set(place, known);
    return known;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const file = files[request.url ?? ''];
    if (file) return void response.writeHead(200, { 'content-type': file.type }).end(file.content);
    const [, run, number, path = ''] = /^\/([^/]+)\/(\d+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const one = trafficOf(`${run}/${number}`);
    one.running += 1;
    one.atOnce.push(one.running);
    response.on('close', () => {
      one.running -= 1;
    });
    const received = await toReceived(request, path);
    one.received.push(received);
    const { responses = [] } = cases[Number(number)] ?? {};
    const planned = responses[Math.min(one.received.length, responses.length) - 1];
    await respond(planned ?? { status: 404 }, received, response);
  };
  const server = createServer((request, response) => {
    response.on('error', () => {});
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trafficOf,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type FakeService = Awaited<ReturnType<typeof openFakeService>>;
