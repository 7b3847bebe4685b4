import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Like a plan: items that may be matched per second, and at once. */
const itemsPerSecond = 10_000;
const burst = 200;

/** How often a request fails, by kind. */
const faults = { limited: 0.05, unavailable: 0.04, cutBefore: 0.02, cutAfter: 0.02 };

/** The latest request that is limited or fails first, so that a short list meets both too. */
const firstLimited = 3;
const firstFailed = 5;

/** The same sequence of numbers from 0 to 1 for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Seconds until the items may be matched; 0: now, and they are taken. */
function openLimit(): (items: number) => number {
  let left = burst;
  let at = performance.now();
  return (items) => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - at) / 1000) * itemsPerSecond);
    at = now;
    if (items > left) return (items - left) / itemsPerSecond;
    left -= items;
    return 0;
  };
}

interface Item {
  readonly ref: string;
}

const resultOf = ({ ref }: Item) => ({
  ref,
  status: 'matched',
  candidates: [{ score: 0.97, company: { id: `c-${ref}` }, reasons: [], conflicts: [] }],
  problem: null,
});

function reject(response: ServerResponse, status: number, code: string, retryAfter?: number): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter.toFixed(3));
  response.writeHead(status).end(JSON.stringify({ error: 1, code, message: 'It failed.' }));
}

/** Matches every item, but limits the rate, is unavailable and breaks connections at random. */
export async function openUnreliableService(seed: number) {
  const random = randomOf(seed);
  const limit = openLimit();
  const counts = { requests: 0, limited: 0, failed: 0 };
  const isDue = (count: number, latest: number) => count === 0 && counts.requests >= latest;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    counts.requests += 1;
    const { companies } = (await json(request)) as { companies: Item[] };
    // Other programs may use the same key, so a slow client is limited too.
    const isLimited = isDue(counts.limited, firstLimited) || random() < faults.limited;
    const seconds = isLimited ? 0.1 : limit(companies.length);
    if (seconds > 0) {
      counts.limited += 1;
      return reject(response, 429, 'rate_limited', seconds);
    }
    const chance = isDue(counts.failed, firstFailed) ? 0 : random();
    const { unavailable, cutBefore, cutAfter } = faults;
    if (chance < unavailable + cutBefore + cutAfter) counts.failed += 1;
    if (chance < unavailable) return reject(response, 503, 'overloaded');
    if (chance < unavailable + cutBefore) return void response.destroy();
    const body = JSON.stringify({ results: companies.map(resultOf), matched: companies.length });
    if (chance >= unavailable + cutBefore + cutAfter) return void response.end(body);
    response.writeHead(200, { 'content-length': String(body.length) });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
