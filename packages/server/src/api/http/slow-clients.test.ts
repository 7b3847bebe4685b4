import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDribblers } from '../../../../testing/src/http/dribblers.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { sendRaw } from '../../../../testing/src/http/raw-http.ts';
import { type HttpDeps, openHttp } from './server.ts';

const soon = { timeout: 15_000, interval: 20 };
const request = 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

let app: FastifyInstance;
let port: number;
let refused = 0;
const clients: Socket[] = [];

async function open(deps: Partial<HttpDeps>): Promise<void> {
  app = await openHttp({ log: pino({ level: 'silent' }), ...deps });
  app.get('/livez', { config: { open: true } }, async () => ({ status: 'ok' }));
  // More than the buffers of both sides hold.
  app.get('/large', { config: { open: true } }, async () => ({ text: 'x'.repeat(4_000_000) }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await app.close();
});

const countConnections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));

async function connectFrom(localAddress: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true });
  socket.on('error', () => {}).resume();
  clients.push(socket);
  await once(socket, 'connect');
  return socket;
}

describe('a client that never closes its connection', () => {
  test('is released after its headers did not arrive in time, and others are served meanwhile', async () => {
    await open({ timeoutMs: 1000 });
    const dribblers = await openDribblers({ port, count: 60, perAddress: 20, everyMs: 50 });
    try {
      await vi.waitFor(async () => expect(await countConnections()).toBe(60), soon);
      expect((await sendRaw(port, request)).statusCode).toBe(200);
      await vi.waitFor(async () => expect(await countConnections()).toBe(0), soon);
    } finally {
      dribblers.close();
    }
  });

  test('is released after it was silent for too long after a response', async () => {
    await open({ timeoutMs: 1000 });
    (await connectFrom('127.0.0.1')).write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await vi.waitFor(async () => expect(await countConnections()).toBe(1), soon);
    await vi.waitFor(async () => expect(await countConnections()).toBe(0), soon);
  });

  test('is released after it did not read its responses in time', async () => {
    await open({ timeoutMs: 1000 });
    const client = await connectFrom('127.0.0.1');
    client.pause().write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
    await vi.waitFor(async () => expect(await countConnections()).toBe(1), soon);
    await vi.waitFor(async () => expect(await countConnections()).toBe(0), soon);
  });

  test('is released after the response that its request is not HTTP', async () => {
    await open({});
    (await connectFrom('127.0.0.1')).write('hello\r\n\r\n');
    await vi.waitFor(async () => expect(await countConnections()).toBe(1), soon);
    await vi.waitFor(async () => expect(await countConnections()).toBe(0), soon);
  });
});

describe('connections of one address', () => {
  const perAddress = 2;
  const onRefused = () => {
    refused += 1;
  };
  const connections = { perAddress, onRefused };

  test('above the limit are rejected with the reason, while other addresses are served', async () => {
    await open({ connections });
    refused = 0;
    for (let at = 0; at < perAddress; at += 1) await connectFrom('127.0.0.1');
    const answer = await sendRaw(port, '');
    expect(expectProblem(answer, 'overloaded').message).toBe(
      'Too many connections from your address. Retry after 1 second.',
    );
    expect(refused).toBe(1);
    const other = await connectFrom('127.0.2.1');
    other.write(request);
    expect(String((await once(other, 'data'))[0])).toContain('200 OK');
  });

  test('are accepted again as soon as others have closed', async () => {
    await open({ connections });
    for (let at = 0; at < perAddress; at += 1) await connectFrom('127.0.0.1');
    for (const client of clients.splice(0)) client.destroy();
    await vi.waitFor(async () => expect((await sendRaw(port, request)).statusCode).toBe(200), soon);
  });

  test('never take more than twice the limit, even for the rejections', async () => {
    await open({ connections });
    refused = 0;
    for (let at = 0; at < 10; at += 1) await connectFrom('127.0.0.1');
    await vi.waitFor(() => expect(refused).toBe(8), soon);
    expect(await countConnections()).toBeLessThanOrEqual(2 * perAddress);
  });

  test('are not limited for a trusted proxy', async () => {
    await open({ connections, trustedProxies: ['127.0.0.0/24'] });
    for (let at = 0; at < 10; at += 1) await connectFrom('127.0.0.1');
    expect((await sendRaw(port, request)).statusCode).toBe(200);
  });
});
