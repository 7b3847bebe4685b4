import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syntheticContent } from '../../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { Failure } from '../../core/errors/failure.ts';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openTestService(syntheticContent);
  key = await service.issue('company:read');
});
afterAll(() => service.close());

const send = (query: Record<string, string> | string, headers: Record<string, string> = {}) =>
  service.app.inject({
    url: `/company?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });

describe('200', () => {
  test.each([
    { id: 'kestrel' },
    { ln_slug: 'Kestrel-Vane' },
    { ln_url: 'https://au.linkedin.com/company/kestrel-vane/?trk=x' },
    { fqdn: 'KESTRELVANE.com.au' },
    { abn: '62 612 345 016' },
    { website: 'https://www.kestrelvane.com.au/contact?x=1' },
  ])('by %j, and X-Matched-By names it', async (query) => {
    const response = await send(query as Record<string, string>);
    expect(response.json()).toEqual(syntheticContent.companies?.[0]?.body);
    expect(response.headers['x-matched-by']).toBe(Object.keys(query)[0]);
    expect(response.headers).not.toHaveProperty('x-identifier-conflict');
    expect(response.headers).not.toHaveProperty('x-canonical-id');
  });

  test("a country's values are laid over the base, the rest stays", async () => {
    const nz = (await send({ id: 'kestrel', country: 'nz' })).json();
    expect([nz.employee_count, nz.phones, nz.name]).toEqual([35, ['+64 3 555 0100'], 'Kestrel & Vane Pty Ltd']);
    expect(nz.industry_codes).toMatchObject({ sic: '1111', abn: '62612345016' });
    expect((await send({ id: 'kestrel', country: 'US' })).json().employee_count).toBe(455);
  });

  test('the nearest owned parent of a sub-domain wins', async () => {
    expect((await send({ fqdn: 'a.studio.northlight.ca' })).json().id).toBe('studio');
    expect((await send({ fqdn: 'www.careers.northlight.ca' })).json().id).toBe('group');
  });

  test('the first of several decides, and those that disagree are listed', async () => {
    const response = await send({
      abn: '62612345016',
      ln_slug: 'aozora-denki',
      fqdn: 'northlight.ca',
      website: 'none.example.com',
    });
    expect(response.json().id).toBe('aozora');
    expect(response.headers['x-identifier-conflict']).toBe('fqdn, abn');
  });

  test('a merged id returns the surviving company', async () => {
    const response = await send({ id: 'kestrel-older', abn: '62612345016' });
    expect(response.json().id).toBe('kestrel');
    expect(response.headers['x-canonical-id']).toBe('kestrel');
    expect(response.headers).not.toHaveProperty('x-identifier-conflict');
  });
});

describe('304', () => {
  test('the same profile is not sent again; that of another country is', async () => {
    const tag = String((await send({ id: 'kestrel' })).headers.etag);
    const again = await send({ fqdn: 'kestrelvane.com.au' }, { 'if-none-match': tag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers['x-request-id']).toBeTruthy();
    expect((await send({ id: 'kestrel', country: 'NZ' }, { 'if-none-match': tag })).statusCode).toBe(200);
  });
});

describe('400', () => {
  test('no identifier names the six', async () => {
    const { message } = expectProblem(await send({}), 'identifier_missing');
    for (const name of ['id', 'ln_slug', 'ln_url', 'fqdn', 'abn', 'website']) expect(message).toContain(name);
  });
  test.each([
    [{ id: 'kestrel', country: 'GB' }, 'unsupported_country', 'country'],
    [{ id: 'kestrel', country: '' }, 'unsupported_country', 'country'],
    [{ abn: '62612345017' }, 'identifier_malformed', 'abn'],
    [{ abn: '6261234501x' }, 'identifier_malformed', 'abn'],
    [{ website: 'http://' }, 'identifier_malformed', 'website'],
    [{ id: 'kestrel', fqdn: 'no name' }, 'identifier_malformed', 'fqdn'],
    [{ id: '' }, 'invalid_field', 'id'],
    [{ id: 'kestrel', contry: 'AU' }, 'unknown_field', 'contry'],
    ['fqdn=a.com&fqdn=b.com', 'repeated_parameter', 'fqdn'],
  ] as const)('%j', async (query, code, param) => {
    expectProblem(await send(query), code, param);
  });
});

describe('401, 403', () => {
  test('no key, before the query is read', async () => {
    const response = await service.app.inject('/company?country=GB');
    expectProblem(response, 'key_missing');
    expect(response.headers['www-authenticate']).toContain('Bearer');
  });
  test('a key without the scope', async () => {
    const other = await service.issue('people:search');
    expectProblem(await send({ id: 'kestrel' }, { authorization: `Bearer ${other}` }), 'scope_missing');
  });
  test('304 needs the key too', async () => {
    expectProblem(await send({ id: 'kestrel' }, { authorization: '', 'if-none-match': '*' }), 'key_missing');
  });
});

describe('404', () => {
  test.each([
    { abn: '51824753556' },
    { id: 'nobody' },
    { id: 'x'.repeat(33) },
    { id: '../_search' },
    { id: ' ' },
    { fqdn: 'facebook.com' },
    { website: 'https://www.facebook.com/cornershop' },
    { abn: '62612345016', ln_slug: 'nobody-there' },
  ])('%j', async (query) => {
    const response = await send(query as Record<string, string>);
    expectProblem(response, 'company_not_found', Object.keys(query).at(-1));
  });
});

describe('405, 414, 431', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('%s', async (method) => {
    const response = await service.app.inject({ method, url: '/company' });
    expectProblem(response, 'method_not_allowed');
    expect(response.headers.allow).toContain('GET');
  });
  test('a long URL', async () => expectProblem(await send({ id: 'x'.repeat(8192) }), 'url_too_long'));
  test('long headers', async () =>
    expectProblem(await send({ id: 'kestrel' }, { 'x-long': 'x'.repeat(17_000) }), 'headers_too_large'));
});

describe('503', () => {
  test('no generation, or one whose indices are gone', async () => {
    const generations = [
      () => ({
        id: 2,
        indices: { company: 'gone-c', identifier: 'gone-i', person: 'gone-p', search: 'gone-ps', sources: 'gone-po' },
      }),
      () => {
        throw new Failure('not_ready');
      },
    ];
    for (const generation of generations) {
      const other = await openTestService({}, { generation });
      const authorization = `Bearer ${await other.issue('company:read')}`;
      for (const url of ['/company?id=a', '/company?abn=62612345016&fqdn=a.com']) {
        const response = await other.app.inject({ url, headers: { authorization } });
        expectProblem(response, 'not_ready');
        expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      }
      await other.close();
    }
  });

  test('OpenSearch cannot be reached', async () => {
    const other = await openTestService({}, { repeats: false }, { OPENSEARCH_URL: ['http://127.0.0.1:1'] });
    const authorization = `Bearer ${await other.issue('company:read')}`;
    const response = await other.app.inject({ url: '/company?id=a', headers: { authorization } });
    expectProblem(response, 'engine_unavailable');
    expect(response.headers['retry-after']).toBe('1');
    await other.close();
  });
});
