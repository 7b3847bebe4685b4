import { once } from 'node:events';
import { request } from 'node:http';
import type { Endpoint } from '@orgdex/contract';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { openTraceReceiver } from '../../../../testing/src/http/trace-receiver.ts';
import { openTracing } from './open-tracing.ts';
import { parseTraceParent, toTraceParent, traceRequests } from './request-spans.ts';

async function open() {
  const receiver = await openTraceReceiver();
  const app = Fastify();
  const errors: Error[] = [];
  const onError = (error: Error) => errors.push(error);
  const options = { endpoint: `${receiver.endpoint}/`, serviceName: 'test', version: '1', share: 1, onError };
  const tracing = openTracing(options);
  traceRequests(app, tracing);
  onTestFinished(async () => {
    await app.close();
    receiver.close();
  });
  return { app, tracing, receiver, errors };
}

const config = { endpoint: {} as Endpoint };

test('what is read after a late body belongs to the span of its request', async () => {
  const { app, tracing, receiver, errors } = await open();
  const { promise: waitsForBody, resolve } = Promise.withResolvers<void>();
  app.addHook('preParsing', async () => void setImmediate(resolve));
  app.post('/late', { config }, (_request, reply) => {
    void tracing.traceStore('redis', 'read', async () => {}).then(() => reply.send({}));
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const call = request(`${address}/late`, { method: 'POST', headers: { 'content-type': 'application/json' } });
  call.flushHeaders();
  await waitsForBody;
  call.end('{}');
  const [response] = await once(call, 'response');
  expect(response.resume().statusCode).toBe(200);
  await tracing.close();
  const [server, read] = ['POST /late', 'redis read'].map((name) => receiver.spans().find((one) => one.name === name));
  expect(read?.parentSpanId).toBe(server?.spanId);
  expect(server).toBeDefined();
  expect(errors).toEqual([]);
});

test('a route that is no operation of the API is not traced, nor is what runs outside of a request', async () => {
  const { app, tracing, receiver } = await open();
  app.get('/livez', async () => ({}));
  app.get('/company', { config }, async () => ({}));
  expect((await app.inject('/livez')).headers).not.toHaveProperty('traceparent');
  expect((await app.inject('/company')).headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  await tracing.traceStore('redis', 'read', async () => {});
  await tracing.close();
  expect(receiver.spans().map(({ name }) => name)).toEqual(['GET /company']);
});

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

test('a valid header is read, and written again the same', () => {
  const header = `00-${trace}-${span}-01`;
  expect(parseTraceParent(header)).toEqual({ traceId: trace, spanId: span, traceFlags: 1 });
  expect(toTraceParent({ traceId: trace, spanId: span, traceFlags: 1 })).toBe(header);
});

test('a later version may have more parts', () => {
  expect(parseTraceParent(`01-${trace}-${span}-00-more`)).toEqual({ traceId: trace, spanId: span, traceFlags: 0 });
});

test.for([
  ['none', undefined],
  ['empty', ''],
  ['sent twice', `00-${trace}-${span}-01, 00-${trace}-${span}-01`],
  ['an id of zeros', `00-${'0'.repeat(32)}-${span}-01`],
  ['a span of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
  ['version ff', `ff-${trace}-${span}-01`],
  ['version 00 with more parts', `00-${trace}-${span}-01-more`],
  ['uppercase', `00-${trace.toUpperCase()}-${span}-01`],
])('an invalid header is ignored: %s', ([, header]) => {
  expect(parseTraceParent(header)).toBeUndefined();
});
