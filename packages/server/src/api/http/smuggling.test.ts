import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { parseAnswers } from '../../../../testing/src/http/raw-http.ts';
import { openHttp } from './server.ts';

let app: FastifyInstance;
let port: number;
/** The paths of all requests that the server saw. */
let seen: string[] = [];

beforeAll(async () => {
  // A request that a proxy could take for another length waits for the rest no longer than this.
  app = await openHttp({ log: pino({ level: 'silent' }), timeoutMs: 500 });
  app.addHook('onRequest', async ({ url }) => void seen.push(url));
  app.post('/first', { config: { open: true } }, async ({ body }) => ({ body }));
  app.get('/first', { config: { open: true } }, async () => ({ body: null }));
  app.get('/slow', { config: { open: true } }, async () => {
    await sleep(50);
    return { body: null };
  });
  app.get('/smuggled', { config: { open: true } }, async () => ({ body: null }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());
beforeEach(() => {
  seen = [];
});

/** Sends bytes, ends when the given number of responses has begun, and returns everything that came until the server closed. */
function exchange(bytes: string, count = 1): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (received.split('HTTP/1.1 ').length > count) socket.end();
    });
    socket.on('error', (error) => (received === '' ? reject(error) : undefined));
    socket.on('close', () => resolve(received));
  });
}

const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const post = (headers: string, body: string) =>
  `POST /first HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const end = '0\r\n\r\n';
const length = (text: string) => `Content-Length: ${text.length}\r\n`;

/** Two readers could see different ends of these requests, so they must not be processed. */
const refused: Readonly<Record<string, string>> = {
  'a length and chunks': post(length(end + smuggled) + chunked, end + smuggled),
  'chunks and a length': post(`${chunked}Content-Length: 4\r\n`, `5c\r\n${smuggled}${end}`),
  'two lengths': post(`Content-Length: 0\r\n${length(smuggled)}`, smuggled),
  'two equal lengths': post('Content-Length: 2\r\nContent-Length: 2\r\n', `{}${smuggled}`),
  'a list of lengths': post('Content-Length: 2, 2\r\n', `{}${smuggled}`),
  'a length with a sign': post('Content-Length: +2\r\n', `{}${smuggled}`),
  'a negative length': post('Content-Length: -1\r\n', smuggled),
  'a hexadecimal length': post('Content-Length: 0x2\r\n', `{}${smuggled}`),
  'a length with a space inside': post('Content-Length: 2 0\r\n', `{}${smuggled}`),
  'a length with a vertical tab': post('Content-Length: \x0b2\r\n', `{}${smuggled}`),
  'an empty length': post('Content-Length: \r\n', smuggled),
  'a length beyond 64 bits': post('Content-Length: 18446744073709551618\r\n', `{}${smuggled}`),
  'two codings': post(`${chunked}Transfer-Encoding: identity\r\n`, end + smuggled),
  'a coding after chunked': post('Transfer-Encoding: chunked, identity\r\n', end + smuggled),
  'an unknown coding': post('Transfer-Encoding: xchunked\r\n', end + smuggled),
  'a coding in quotes': post('Transfer-Encoding: "chunked"\r\n', end + smuggled),
  'a coding with a vertical tab': post('Transfer-Encoding: \x0bchunked\r\n', end + smuggled),
  'a coding and a parameter': post('Transfer-Encoding: chunked;a=1\r\n', end + smuggled),
  'an empty coding': post('Transfer-Encoding: \r\n', end + smuggled),
  'an unknown coding and a length': post(`Transfer-Encoding: cow\r\n${length(smuggled)}`, smuggled),
  'a space before the colon of the coding': post('Transfer-Encoding : chunked\r\n', end + smuggled),
  'a tab before the colon of the length': post('Content-Length\t: 2\r\n', `{}${smuggled}`),
  'a folded coding': post('Transfer-Encoding:\r\n chunked\r\n', end + smuggled),
  'a folded header': post('X-Folded: a\r\n Content-Length: 2\r\n', `{}${smuggled}`),
  'a first header that is folded': `POST /first HTTP/1.1\r\n Host: x\r\n${smuggled}`,
  'a header without a name': post(`: chunked\r\n`, smuggled),
  'a header without a colon': post(`Transfer-Encoding\r\n`, end + smuggled),
  'a space in the name of a header': post('Transfer Encoding: chunked\r\n', end + smuggled),
  'a null byte in the name of a header': post('Transfer-Encoding\0: chunked\r\n', end + smuggled),
  'a null byte in a header': post('X-A: a\0b\r\n', smuggled),
  'a carriage return in a header': post(`X-A: a\rTransfer-Encoding: chunked\r\n`, end + smuggled),
  'headers that end with a bare line feed': `POST /first HTTP/1.1\r\nHost: x\nContent-Length: 2\n\n{}${smuggled}`,
  'headers that end with a bare carriage return': `POST /first HTTP/1.1\r\nHost: x\r\rContent-Length: 2\r\r{}${smuggled}`,
  'a chunk size with a prefix': post(chunked, `0x2\r\n{}\r\n${end}${smuggled}`),
  'a chunk size with a sign': post(chunked, `+2\r\n{}\r\n${end}${smuggled}`),
  'a negative chunk size': post(chunked, `-2\r\n{}\r\n${end}${smuggled}`),
  'a chunk size beyond 64 bits': post(chunked, `10000000000000002\r\n{}\r\n${end}${smuggled}`),
  'a chunk size that ends with a line feed': post(chunked, `2\n{}\r\n${end}${smuggled}`),
  'a chunk that ends with a line feed': post(chunked, `2\r\n{}\n${end}${smuggled}`),
  'a chunk that is longer than its size': post(chunked, `1\r\n{}\r\n${end}${smuggled}`),
  'a chunk extension with a line feed': post(chunked, `2;a\n{}\r\n${end}${smuggled}`),
  'a chunk extension with a carriage return': post(chunked, `2;a\rb\r\n{}\r\n${end}${smuggled}`),
  'a chunk without a size': post(chunked, `;a\r\n{}\r\n${end}${smuggled}`),
  'an end of chunks with a line feed': post(chunked, `2\r\n{}\r\n0\n\n${smuggled}`),
  'HTTP/0.9': `GET /first\r\n${smuggled}`,
  'an unknown version': `GET /first HTTP/1.9\r\nHost: x\r\n\r\n${smuggled}`,
  'a version of three digits': `GET /first HTTP/1.11\r\nHost: x\r\n\r\n${smuggled}`,
  'the preface of HTTP/2': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${smuggled}`,
  'a space before the method': ` GET /first HTTP/1.1\r\nHost: x\r\n\r\n${smuggled}`,
  'a tab in the request line': `GET\t/first HTTP/1.1\r\nHost: x\r\n\r\n${smuggled}`,
  'a null byte in the request line': `GET /first\0 HTTP/1.1\r\nHost: x\r\n\r\n${smuggled}`,
  'two Host headers': `GET /first HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n${smuggled}`,
};

/** Requests with one meaning: what looks like another request is their body, or part of another header. */
const onceOnly: Readonly<Record<string, string>> = {
  'a body that looks like a request': post(length(smuggled), smuggled),
  'a chunk that looks like a request': post(chunked, `${smuggled.length.toString(16)}\r\n${smuggled}\r\n${end}`),
  'a chunk extension': post(chunked, `2;a=b\r\n{}\r\n${end}`),
  'a chunk extension that looks like a size': post(chunked, `2;ffff\r\n{}\r\n${end}`),
  'leading zeros of a chunk size': post(chunked, `0002\r\n{}\r\n${end}`),
  'a trailer that looks like a length': post(chunked, '2\r\n{}\r\n0\r\nContent-Length: 50\r\n\r\n'),
  'another case of the coding': post('tRANSFER-eNCODING: CHUNKED\r\n', `2\r\n{}\r\n${end}`),
  'spaces around the length': post('Content-Length:  2  \r\n', '{}'),
  'a body of GET': `GET /first HTTP/1.1\r\nHost: x\r\n${length(smuggled)}\r\n${smuggled}`,
  'headers that only look like a length': post(
    'Content_Length: 0\r\nX-Content-Length: 0\r\nContent-Length: 2\r\n',
    '{}',
  ),
  'a request to change the protocol': `GET /first HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
  'a Connection header that names the length': post('Connection: Content-Length\r\nContent-Length: 2\r\n', '{}'),
  'chunks in HTTP/1.0': `POST /first HTTP/1.0\r\nContent-Type: application/json\r\n${chunked}\r\n2\r\n{}\r\n${end}${smuggled}`,
  'an address of another host': `GET http://other.example/first HTTP/1.1\r\nHost: x\r\n\r\n`,
};

describe('a request with an ambiguous end is rejected, and nothing after it is processed', () => {
  test.each(Object.entries(refused))('%s', async (_, bytes) => {
    const answers = parseAnswers(await exchange(bytes));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400]);
    expectProblem(answers[0] as (typeof answers)[0], 'bad_request');
    expect(seen).not.toContain('/smuggled');
  });
});

describe('a request with a clear end is processed once', () => {
  test.each(Object.entries(onceOnly))('%s', async (_, bytes) => {
    expect(parseAnswers(await exchange(bytes))).toHaveLength(1);
    expect(seen).toHaveLength(1);
    expect(seen).not.toContain('/smuggled');
  });
});

test('a request before bytes that are not HTTP gets its own response, and then they are rejected', async () => {
  const answers = parseAnswers(await exchange('GET /slow HTTP/1.1\r\nHost: x\r\n\r\nhello\r\n\r\n', 2));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400]);
});

test('bytes after the last request of a connection get no response', async () => {
  const answers = parseAnswers(await exchange(`GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n${smuggled}`));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200]);
  expect(seen).toEqual(['/slow']);
});

test('a body that is rejected for its size, and then turns out broken, gets one response', async () => {
  const large = '"'.repeat(70_000);
  const chunk = `${large.length.toString(16)}\r\n${large}\r\n`;
  const answers = parseAnswers(await exchange(post(chunked, `${chunk}broken\r\n${smuggled}`)));
  expect(answers).toHaveLength(1);
  expect(seen).toEqual(['/first']);
});

test('two requests of one connection get two responses, in their order', async () => {
  const answers = parseAnswers(await exchange(post('Content-Length: 2\r\n', `{}${smuggled}`), 2));
  expect(seen).toEqual(['/first', '/smuggled']);
  expect(answers.map(({ body }) => body)).toEqual(['{"body":{}}', '{"body":null}']);
});
