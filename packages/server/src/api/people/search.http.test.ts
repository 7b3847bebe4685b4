import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syntheticContent } from '../../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { Failure } from '../../core/errors/failure.ts';

let service: TestService;
let key: string;
let suppressed: string[] = [];

async function open(rosterPeople: number): Promise<void> {
  const suppressedAt = (company: string) => (company === 'kestrel' ? suppressed : []);
  service = await openTestService({ ...syntheticContent, rosterPeople }, { suppressedAt });
  key = await service.issue('people:search');
}

const send = (payload: string | object, headers: Record<string, string> = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/people/search',
    payload,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
  });
const ask = (question: object) => send({ companyId: 'kestrel', ...question });
const idsOf = (answer: { json(): { person_id: string }[] }) => answer.json().map(({ person_id }) => person_id);

describe.each([
  ['from a roster', 200],
  ['by a search', 0],
])('200, %s', (_, rosterPeople) => {
  beforeAll(() => open(rosterPeople));
  afterAll(() => service.close());

  test('the nine fields of each person, the name joined from the company', async () => {
    const [ceo] = (await ask({})).json();
    expect(ceo).toEqual({
      person_id: 'ceo',
      position: 'CEO & Founder',
      company_name: 'Kestrel & Vane Pty Ltd',
      network: 'n-ceo',
      has_email: true,
      has_personal_email: false,
      has_phone: false,
      has_dnd_phone: false,
      has_mobile: false,
    });
  });

  test('a person of another company or country is never returned', async () => {
    const answer = await ask({ size: 100 });
    expect(idsOf(answer).sort()).toEqual(['ceo', 'cfo', 'eng', 'sm', 'smm', 'untitled', 'vp']);
    expect(answer.headers['x-total-count']).toBe('7');
    expect(idsOf(await ask({ selectedCountry: 'nz' }))).toEqual(['kiwi']);
  });

  test('without a position the best level comes first, people without a title last', async () => {
    expect(idsOf(await ask({}))).toEqual(['ceo', 'cfo', 'vp', 'sm', 'smm', 'eng', 'untitled']);
  });

  test('with a position the fewest other words come first', async () => {
    expect(idsOf(await ask({ position: 'sales' }))).toEqual(['sm', 'vp', 'smm']);
    expect(idsOf(await ask({ position: 'Vice-President of SALES' }))).toEqual(['vp']);
    expect(idsOf(await ask({ position: 'sal*' }))).toEqual([]);
    expect(idsOf(await send({ companyId: 'aozora', selectedCountry: 'JP', position: '部長' }))).toEqual(['bucho']);
  });

  test('one id, several, or an array; filters combine', async () => {
    expect(idsOf(await ask({ seniority: '3' }))).toEqual(['ceo', 'cfo']);
    expect(idsOf(await ask({ seniority: '3,5' }))).toEqual(['ceo', 'cfo', 'sm', 'smm']);
    expect(idsOf(await ask({ seniority: ['5', '3'] }))).toEqual(['ceo', 'cfo', 'sm', 'smm']);
    expect(idsOf(await ask({ seniority: '5', department: '11' }))).toEqual(['smm']);
  });

  test('an id may be a number, and a name may stand for it in any case', async () => {
    expect(idsOf(await ask({ seniority: 4 }))).toEqual(['vp']);
    expect(idsOf(await ask({ seniority: [3, 'manager'] }))).toEqual(['ceo', 'cfo', 'sm', 'smm']);
    expect(idsOf(await ask({ department: 'Marketing' }))).toEqual(['smm']);
    expect(idsOf(await ask({ seniority: 'MANAGER', department: 'marketing, hr' }))).toEqual(['smm']);
  });

  test('no person matches, or the page lies past the end: an empty array', async () => {
    for (const question of [{ position: 'astronaut' }, { from: '700' }]) {
      const answer = await ask(question);
      expect([answer.statusCode, answer.body]).toEqual([200, '[]']);
      expect(answer.headers).not.toHaveProperty('x-next-cursor');
    }
  });

  test('null for an optional field is as absent', async () => {
    const nothing = {
      selectedCountry: null,
      position: null,
      seniority: null,
      department: null,
      from: null,
      size: null,
      cursor: null,
    };
    expect((await ask(nothing)).body).toBe((await ask({})).body);
  });

  test('a cursor continues its request, with any page size, until the end', async () => {
    const first = await ask({ position: 'sales', size: 1 });
    const cursor = first.headers['x-next-cursor'];
    const rest = await ask({ position: 'SALES', size: 5, cursor });
    expect([idsOf(first), idsOf(rest)]).toEqual([['sm'], ['vp', 'smm']]);
    expect(rest.headers['x-total-count']).toBe('3');
    expect(rest.headers).not.toHaveProperty('x-next-cursor');
  });

  test('a company that was merged away is searched as the survivor', async () => {
    const answer = await send({ companyId: 'kestrel-older', size: 1 });
    expect(idsOf(answer)).toEqual(['ceo']);
    expect(answer.headers['x-canonical-id']).toBe('kestrel');
    const next = await send({ companyId: 'kestrel-older', size: 1, cursor: answer.headers['x-next-cursor'] });
    expect(idsOf(next)).toEqual(['cfo']);
  });

  test('a suppressed person is gone at once, from the total too', async () => {
    suppressed = ['ceo', 'nobody'];
    const answer = await ask({ size: 100 });
    suppressed = [];
    expect(idsOf(answer)).not.toContain('ceo');
    expect(answer.headers['x-total-count']).toBe('6');
  });

  test('text that is not well-formed Unicode finds no person and breaks nothing', async () => {
    expect(idsOf(await send('{"companyId":"kestrel","position":"a\\ud800b \\u0000"}'))).toEqual([]);
  });
});

describe('rejections', () => {
  beforeAll(() => open(200));
  afterAll(() => service.close());

  describe('400', () => {
    test.each([
      [{ companyId: null }, 'invalid_field', 'companyId'],
      [{ companyId: '' }, 'invalid_field', 'companyId'],
      [{ selectedCountry: 'GB' }, 'unsupported_country', 'selectedCountry'],
      [{ position: '&' }, 'position_without_words', 'position'],
      [{ position: '???' }, 'position_without_words', 'position'],
      [{ position: 'of the' }, 'position_without_words', 'position'],
      [{ position: 'x'.repeat(201) }, 'invalid_field', 'position'],
      [{ seniority: '8' }, 'invalid_field', 'seniority'],
      [{ seniority: ['1', 'x'] }, 'invalid_field', 'seniority'],
      [{ department: '18' }, 'invalid_field', 'department'],
      [{ from: '-1' }, 'invalid_field', 'from'],
      [{ from: '9999999999999999999' }, 'page_too_deep', 'from'],
      [{ from: 20_000 }, 'page_too_deep', 'from'],
      [{ size: '0' }, 'invalid_field', 'size'],
      [{ size: 1.5 }, 'invalid_field', 'size'],
      [{ size: '٣' }, 'invalid_field', 'size'],
      [{ from: '9950', size: '100' }, 'page_too_deep', 'from'],
      [{ cursor: 'bm90LWEtY3Vyc29y' }, 'invalid_cursor', 'cursor'],
      [{ senority: '1' }, 'unknown_field', 'senority'],
    ] as const)('%j', async (question, code, param) => {
      expectProblem(await ask(question), code, param);
    });

    test.each(['', '[]', '"x"', 'null', '{"companyId":', '{"companyId":"x","__proto__":{}}'])(
      'the body %s',
      async (body) => {
        expectProblem(await send(body), 'invalid_body');
      },
    );

    test('a cursor of another request, or with an offset beside it', async () => {
      const cursor = (await ask({ size: 1 })).headers['x-next-cursor'];
      expectProblem(await ask({ size: 1, cursor, seniority: '3' }), 'invalid_cursor', 'cursor');
      expectProblem(await ask({ size: 1, cursor, from: '0' }), 'invalid_cursor', 'cursor');
      expectProblem(await send({ companyId: 'aozora', size: 1, cursor }), 'invalid_cursor', 'cursor');
    });

    test('the request is checked before the company', async () => {
      expectProblem(await send({ companyId: 'nobody', seniority: '8' }), 'invalid_field', 'seniority');
    });
  });

  describe('401, 403', () => {
    test('no key, before the body is read', async () => {
      expectProblem(await send('{', { authorization: '' }), 'key_missing');
    });
    test('a key without the scope', async () => {
      const other = await service.issue('company:read');
      expectProblem(await send({ companyId: 'kestrel' }, { authorization: `Bearer ${other}` }), 'scope_missing');
    });
  });

  describe('404', () => {
    test.each(['nobody', 'x'.repeat(33), 'a/b', ' ', '*', '\ud800'])('companyId %j', async (companyId) => {
      expectProblem(await send({ companyId }), 'company_not_found', 'companyId');
    });
  });

  describe('405, 413, 414, 415, 431', () => {
    test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('%s', async (method) => {
      const answer = await service.app.inject({ method, url: '/people/search' });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
      if (method !== 'HEAD') expectProblem(answer, 'method_not_allowed');
    });
    test('a large body', async () => expectProblem(await ask({ position: 'x'.repeat(70_000) }), 'body_too_large'));
    test('another media type', async () =>
      expectProblem(await send('companyId=x', { 'content-type': 'text/plain' }), 'unsupported_media_type'));
    test('long headers', async () =>
      expectProblem(await send({ companyId: 'x' }, { 'x-long': 'x'.repeat(17_000) }), 'headers_too_large'));
    test('a long URL', async () => {
      const answer = await service.app.inject({ method: 'POST', url: `/people/search?${'x'.repeat(8192)}` });
      expectProblem(answer, 'url_too_long');
    });
  });
});

describe('503', () => {
  const question = { method: 'POST', url: '/people/search', payload: { companyId: 'a' } } as const;

  test('no generation', async () => {
    const other = await openTestService(
      {},
      {
        generation: () => {
          throw new Failure('not_ready');
        },
      },
    );
    const authorization = `Bearer ${await other.issue('people:search')}`;
    const answer = await other.app.inject({ ...question, headers: { authorization } });
    expectProblem(answer, 'not_ready');
    expect(answer.headers['retry-after']).toBe('1');
    await other.close();
  });

  test('OpenSearch cannot be reached', async () => {
    const other = await openTestService({}, { repeats: false }, { OPENSEARCH_URL: ['http://127.0.0.1:1'] });
    const authorization = `Bearer ${await other.issue('people:search')}`;
    expectProblem(await other.app.inject({ ...question, headers: { authorization } }), 'engine_unavailable');
    await other.close();
  });
});
