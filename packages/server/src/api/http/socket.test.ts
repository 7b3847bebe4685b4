import { Agent, get } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { sendRaw } from '../../../../testing/src/http/raw-http.ts';
import { openHttp } from './server.ts';
import { stopServer } from './shutdown.ts';

let app: FastifyInstance;
let port: number;
/** A request that waits until the test lets it continue. */
let slowRequest: { readonly arrived: PromiseWithResolvers<void>; readonly released: PromiseWithResolvers<void> };

beforeEach(async () => {
  app = await openHttp({ log: pino({ level: 'silent' }) });
  slowRequest = { arrived: Promise.withResolvers(), released: Promise.withResolvers() };
  app.get('/slow', { config: { open: true } }, async () => {
    slowRequest.arrived.resolve();
    await slowRequest.released.promise;
    return { done: true };
  });
  app.get('/fast', { config: { open: true } }, async () => ({ done: true }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
});
afterEach(() => app.close());

const head = 'Host: x\r\nConnection: close\r\n';

describe('bytes that are not a valid request get the error object too', () => {
  test('400: not HTTP', async () => {
    expectProblem(await sendRaw(port, 'hello\r\n\r\n'), 'bad_request');
  });
  test('400: an unknown method', async () => {
    expectProblem(await sendRaw(port, `NONSENSE /fast HTTP/1.1\r\n${head}\r\n`), 'bad_request');
  });
  test('400: no Host', async () => {
    expectProblem(await sendRaw(port, 'GET /fast HTTP/1.1\r\nConnection: close\r\n\r\n'), 'bad_request');
  });
  test('400: an invalid Host', async () => {
    expectProblem(await sendRaw(port, 'GET /fast HTTP/1.1\r\nHost: a b[\r\nConnection: close\r\n\r\n'), 'bad_request');
  });
  test('400: two Host headers', async () => {
    expectProblem(await sendRaw(port, `GET /fast HTTP/1.1\r\nHost: y\r\n${head}\r\n`), 'bad_request');
  });
  test('400: two Authorization headers, even if both are equal', async () => {
    const keys = 'Authorization: Bearer a\r\nauthorization: Bearer a\r\n';
    expectProblem(await sendRaw(port, `GET /fast HTTP/1.1\r\n${keys}${head}\r\n`), 'bad_request');
  });
  test('200: HTTP/1.0 without Host, as health checks send it', async () => {
    expect((await sendRaw(port, 'GET /fast HTTP/1.0\r\n\r\n')).statusCode).toBe(200);
  });
  test('405: CONNECT', async () => {
    const answer = await sendRaw(port, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n');
    expectProblem(answer, 'method_not_allowed');
  });
  test('414: a URL larger than the header buffer', async () => {
    expectProblem(await sendRaw(port, `GET /${'x'.repeat(40_000)} HTTP/1.1\r\n${head}\r\n`), 'url_too_long');
  });
  test('431: headers larger than the header buffer', async () => {
    const answer = await sendRaw(port, `GET /fast HTTP/1.1\r\nX-Long: ${'x'.repeat(40_000)}\r\n${head}\r\n`);
    expectProblem(answer, 'headers_too_large');
  });
  test('200: an unknown Expect header is ignored', async () => {
    const answer = await sendRaw(port, `GET /fast HTTP/1.1\r\nExpect: miracles\r\n${head}\r\n`);
    expect(answer.statusCode).toBe(200);
  });
});

describe('stop', () => {
  const ask = (path: string, agent: Agent) =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ port, path, agent }, (answer) => answer.resume().on('end', () => resolve(answer.statusCode))).on(
        'error',
        reject,
      );
    });

  test('requests in progress complete, and idle sockets do not delay the shutdown', async () => {
    const agent = new Agent({ keepAlive: true });
    await ask('/fast', agent);
    const slow = ask('/slow', new Agent({ keepAlive: true }));
    await slowRequest.arrived.promise;
    const stopped = stopServer(app);
    slowRequest.released.resolve();
    expect(await slow).toBe(200);
    await stopped;
    await expect(ask('/fast', agent)).rejects.toThrow();
  });
});
