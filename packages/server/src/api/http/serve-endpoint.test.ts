import { once } from 'node:events';
import { type Endpoint, GetCompany, type ProblemCode, type Scope } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { authorizeTestRequest } from '../../../../testing/src/access/authorized-request.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { Failure } from '../../core/errors/failure.ts';
import { serve } from './serve-endpoint.ts';
import { openHttp } from './server.ts';

const Echo = {
  id: 'echo',
  tag: 'Echo',
  method: 'POST',
  url: '/echo',
  summary: 'Echo',
  description: 'Returns the word that it received.',
  scope: 'company:read',
  body: Type.Object(
    {
      word: Type.String({ maxLength: 5, description: 'A short word' }),
      country: Type.Optional(Type.String({ pattern: '^AU$', 'x-problem': 'unsupported_country' })),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({ word: Type.String() }, { additionalProperties: false }),
  returns: 'The word.',
  headers: { 'X-Heard': 'The word that was received' },
  problems: [
    'invalid_field',
    'invalid_body',
    'unsupported_country',
    'body_too_large',
    'unsupported_media_type',
    'engine_unavailable',
  ],
} as const satisfies Endpoint;

/** A company as its route returns it: the text was written when it was published. */
const kestrel = { json: '{"id":"c1", "name":"Kestrel"}', tag: 't1', shows: ['c1'] };

const silent = pino({ level: 'silent' });
const open = (log = silent) => openHttp({ log, authorize: authorizeTestRequest });

async function echo(): Promise<FastifyInstance> {
  const app = await open();
  serve(app, Echo, async ({ body }) => ({ body: { word: body.word }, headers: { 'X-Heard': body.word } }));
  return app;
}

const post = (app: FastifyInstance, payload: string | object, headers = {}) =>
  app.inject({ method: 'POST', url: '/echo', payload, headers });
const json = { 'content-type': 'application/json' };

describe('200', () => {
  test('keys that are not in the contract are dropped', async () => {
    const app = await open();
    serve(app, Echo, async () => ({ body: { word: 'hi', secret: 'x' } as { word: string } }));
    expect((await post(app, { word: 'hi' })).json()).toEqual({ word: 'hi' });
  });

  test('a response that was serialized before is sent byte for byte, with its ETag', async () => {
    const app = await open();
    serve(app, GetCompany, async () => ({ ...kestrel, headers: { 'X-Matched-By': 'id' } }));
    const { body, headers } = await app.inject('/company?id=c1');
    expect([body, headers.etag, headers['x-matched-by']]).toEqual([kestrel.json, '"t1"', 'id']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('a response that is serialized for its request has no ETag', async () => {
    const { statusCode, headers } = await post(await echo(), { word: 'hi' }, { 'if-none-match': '*' });
    expect([statusCode, headers.etag]).toEqual([200, undefined]);
  });

  test('headers from the handler are sent', async () => {
    expect((await post(await echo(), { word: 'hi' })).headers['x-heard']).toBe('hi');
  });

  test("the caller's own request id is echoed, or replaced by ours if it is not safe to echo", async () => {
    const app = await echo();
    expect((await post(app, { word: 'hi' }, { 'x-request-id': 'mine-1' })).headers['x-request-id']).toBe('mine-1');
    const unfit = await post(app, { word: 'hi' }, { 'x-request-id': 'a b' });
    expect(unfit.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('304', () => {
  test.each([
    ['the tag', (tag: string) => tag],
    ['its weak form', (tag: string) => `W/${tag}`],
    ['a list', (tag: string) => `"other", ${tag}`],
    ['a star', () => '*'],
  ])('%s', async (_, form) => {
    const app = await open();
    serve(app, GetCompany, async () => kestrel);
    const tag = String((await app.inject('/company?id=c1')).headers.etag);
    const again = await app.inject({ url: '/company?id=c1', headers: { 'if-none-match': form(tag) } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
  });
});

describe('400', () => {
  test.each<[string, string | object, ProblemCode, string?]>([
    ['a missing field', {}, 'invalid_field', 'word'],
    ['null for a required field', { word: null }, 'invalid_field', 'word'],
    ['a value out of range', { word: 'too long' }, 'invalid_field', 'word'],
    ['another type is not coerced', { word: 1 }, 'invalid_field', 'word'],
    ['an unknown field', { word: 'hi', wrod: 1 }, 'unknown_field', 'wrod'],
    ['a field that names its problem', { word: 'hi', country: 'GB' }, 'unsupported_country', 'country'],
    ['an array', [], 'invalid_body'],
    ['broken JSON', '{"word":', 'invalid_body'],
    ['nothing', '', 'invalid_body'],
    ['a poisoned prototype', '{"word":"hi","__proto__":{"a":1}}', 'invalid_body'],
    ['a poisoned constructor', '{"word":"hi","constructor":{"prototype":{"a":1}}}', 'invalid_body'],
  ])('%s', async (_, payload, code, param) => {
    expectProblem(await post(await echo(), payload, json), code, param);
  });

  test('the message about an unknown field suggests the nearest one, about a wrong value what is expected', async () => {
    const app = await echo();
    expect((await post(app, { wrod: 1 })).json().message).toContain('Did you mean `word`?');
    expect((await post(app, { word: 'too long' })).json().message).toContain(
      '`word` must be text of at most 5 characters; got "too long".',
    );
  });

  test('a parameter on an operation without parameters', async () => {
    const answer = await (await echo()).inject({ method: 'POST', url: '/echo?x=1', payload: { word: 'hi' } });
    expectProblem(answer, 'unknown_field', 'x');
  });

  test('a path with invalid percent-encoding', async () => {
    expectProblem(await (await echo()).inject('/%zz'), 'bad_request');
  });
});

describe('404, 405', () => {
  test('an unknown route is rejected before the body is read', async () => {
    const answer = await (await echo()).inject({
      method: 'POST',
      url: '/nowhere',
      payload: 'x',
      headers: { 'content-type': 'text/x' },
    });
    expectProblem(answer, 'route_not_found');
  });

  test.each(['GET', 'DELETE', 'OPTIONS', 'PATCH', 'PUT'] as const)('%s says what is allowed', async (method) => {
    const answer = await (await echo()).inject({ method, url: '/echo?x=1' });
    expectProblem(answer, 'method_not_allowed');
    expect(answer.headers.allow).toBe('POST');
  });
});

describe('413, 414, 415, 431', () => {
  test('a body over 64 KiB', async () => {
    expectProblem(await post(await echo(), { word: 'x'.repeat(70_000) }), 'body_too_large');
  });
  test('a URL over 8 KiB', async () => {
    expectProblem(await (await echo()).inject(`/echo?x=${'x'.repeat(8200)}`), 'url_too_long');
  });
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'])('%s', async (type) => {
    expectProblem(await post(await echo(), 'word=hi', { 'content-type': type }), 'unsupported_media_type');
  });
  test('headers over 16 KiB', async () => {
    expectProblem(await post(await echo(), { word: 'hi' }, { 'x-long': 'x'.repeat(17_000) }), 'headers_too_large');
  });
});

describe('500', () => {
  test('an undocumented problem becomes an internal error and is logged', async () => {
    const lines: string[] = [];
    const app = await open(pino({ level: 'error' }, { write: (line: string) => lines.push(line) }));
    serve(app, Echo, async () => {
      throw new Failure('company_not_found', { param: 'word' });
    });
    expectProblem(await post(app, { word: 'hi' }), 'internal');
    expect(lines.join()).toContain('company_not_found is not documented for this endpoint');
  });

  test('the details of an internal error are not shown to the caller', async () => {
    const app = await open();
    serve(app, Echo, async () => {
      throw new Error('the database is at 10.0.0.7');
    });
    const answer = await post(app, { word: 'hi' });
    expectProblem(answer, 'internal');
    expect(answer.body).not.toContain('10.0.0.7');
  });
});

describe('503', () => {
  test('the response says when to retry', async () => {
    const app = await open();
    serve(app, Echo, async () => {
      throw new Failure('engine_unavailable', { retryAfter: 3 });
    });
    const answer = await post(app, { word: 'hi' });
    expectProblem(answer, 'engine_unavailable');
    expect(answer.headers['retry-after']).toBe('3');
  });
});

describe('an optional body', () => {
  const { properties } = Echo.body;
  const Optional = { ...Echo, body: Type.Object({ country: properties.country }, { additionalProperties: false }) };
  const { body: _, ...None } = Echo;

  test.each([
    ['whose fields are all optional', Optional],
    ['that is not taken at all', None],
  ])('%s', async (_, endpoint) => {
    const app = await open();
    serve(app, endpoint as Endpoint, async ({ body }) => ({ body: { word: JSON.stringify(body ?? {}) } }));
    for (const headers of [{}, json]) expect((await post(app, '', headers)).json()).toEqual({ word: '{}' });
    expectProblem(await post(app, '{', json), 'invalid_body');
  });

  test('a body is required where a field is required', async () => {
    expect(expectProblem(await post(await echo(), '', json), 'invalid_body').message).toContain('is empty');
  });
});

describe('start', () => {
  test('the server does not start with an endpoint without a scope', async () => {
    const app = await open();
    serve(app, { ...Echo, scope: undefined as unknown as Scope }, async () => ({ body: { word: '' } }));
    await expect(app.ready()).rejects.toThrow('Neither a scope nor `open: true`: POST /echo');
  });

  test('the server does not start with a route outside the contract unless the route is marked as open', async () => {
    const app = await open();
    app.get('/hidden', async () => ({}));
    await expect(app.ready()).rejects.toThrow('GET /hidden');
  });
});

test('the key is checked before the body is read', async () => {
  const app = await openHttp({
    log: silent,
    authorize: async () => {
      throw new Failure('key_missing');
    },
  });
  serve(app, Echo, async ({ body }) => ({ body }));
  const answer = await post(app, '{', json);
  expectProblem(answer, 'key_missing');
  expect(answer.headers['www-authenticate']).toBe('Bearer realm="orgdex"');
});

test('a log line contains the caller and the route, never the key, the query or the body', async () => {
  const lines: string[] = [];
  const app = await open(pino({}, { write: (line: string) => lines.push(line) }));
  serve(app, Echo, async ({ body }) => ({ body }));
  await post(app, { word: 'priv8' }, { authorization: 'Bearer s3cret', 'x-request-id': 'mine-1' });
  await app.inject({ method: 'POST', url: '/echo?quest=asked', payload: { word: 'hi' } });
  expect(JSON.parse(String(lines[0]))).toMatchObject({
    route: '/echo',
    status: 200,
    account: 'acme',
    key: 'key_1',
    caller_request_id: 'mine-1',
  });
  expect(lines.join()).not.toMatch(/priv8|s3cret|asked/);
});

describe('a closed connection', () => {
  test('ends the work of its request, which is not reported as an error', async () => {
    const lines: string[] = [];
    const app = await open(pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }));
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    serve(app, Echo, async ({ signal }) => {
      begun.resolve();
      await once(signal, 'abort');
      ended.resolve();
      throw new Failure('engine_unavailable');
    });
    const base = await app.listen({ host: '127.0.0.1', port: 0 });
    const client = new AbortController();
    const call = fetch(`${base}/echo`, { method: 'POST', headers: json, body: '{"word":"hi"}', signal: client.signal });
    await begun.promise;
    client.abort();
    await expect(call).rejects.toThrow();
    await ended.promise;
    await new Promise(setImmediate);
    expect(lines.filter((line) => line.includes('request failed'))).toEqual([]);
    await app.close();
  });

  test('does not end a request that was responded to', async () => {
    const app = await open();
    const signals: AbortSignal[] = [];
    serve(app, Echo, async ({ body, signal }) => {
      signals.push(signal);
      return { body: { word: body.word } };
    });
    const base = await app.listen({ host: '127.0.0.1', port: 0 });
    const response = await fetch(`${base}/echo`, { method: 'POST', headers: json, body: '{"word":"hi"}' });
    expect(await response.json()).toEqual({ word: 'hi' });
    await app.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });
});
