import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syntheticContent } from '../../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { Failure } from '../../core/errors/failure.ts';
import { openMetrics } from './metrics.ts';
import { startMetrics } from './process-metrics.ts';

const metrics = openMetrics();
let service: TestService;
beforeAll(async () => {
  service = await openTestService(syntheticContent, { metrics });
});
afterAll(() => service.close());

const openRoutes = [
  '/livez',
  '/readyz',
  '/openapi.json',
  '/openapi-admin.json',
  '/docs/',
  '/docs/admin/',
  '/docs/problems',
];

describe('200', () => {
  test.each(openRoutes)('%s needs no key', async (url) => {
    const answer = await service.app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['x-request-id']).toBeTruthy();
  });

  test('the OpenAPI document lists both operations with their security scheme', async () => {
    const { openapi, paths } = (await service.app.inject('/openapi.json')).json();
    expect(openapi).toMatch(/^3\.1/);
    expect(paths['/company'].get.security).toEqual([{ bearer: [] }]);
    expect(paths['/people/search'].post.security).toEqual([{ bearer: [] }]);
  });

  test('HEAD works where GET works', async () => {
    const answer = await service.app.inject({ method: 'HEAD', url: '/livez' });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });
});

describe('404, 405, 414, 431', () => {
  test('an unknown path, with or without a key', async () => {
    expectProblem(await service.app.inject('/nowhere'), 'route_not_found');
    expectProblem(await service.app.inject('/metrics'), 'route_not_found');
    expectProblem(await service.app.inject('/docs/nowhere'), 'route_not_found');
  });
  test.each(openRoutes)('POST, DELETE and OPTIONS on %s', async (url) => {
    for (const method of ['POST', 'DELETE', 'OPTIONS'] as const) {
      const answer = await service.app.inject({ method, url });
      expectProblem(answer, 'method_not_allowed');
      expect(answer.headers.allow).toContain('GET');
    }
  });
  test.each(openRoutes)('a long URL or long headers on %s', async (url) => {
    expectProblem(await service.app.inject(`${url}?${'x'.repeat(8192)}`), 'url_too_long');
    expectProblem(await service.app.inject({ url, headers: { 'x-long': 'x'.repeat(17_000) } }), 'headers_too_large');
  });
});

describe('503', () => {
  test('/readyz fails without a generation; /livez does not', async () => {
    const other = await openTestService(
      {},
      {
        generation: () => {
          throw new Failure('not_ready');
        },
      },
    );
    const answer = await other.app.inject('/readyz');
    expectProblem(answer, 'not_ready');
    expect(answer.headers['retry-after']).toBe('1');
    expect((await other.app.inject('/livez')).statusCode).toBe(200);
    await other.close();
  });

  test('/readyz fails while OpenSearch is unavailable', async () => {
    const other = await openTestService({}, { repeats: false }, { OPENSEARCH_URL: ['http://127.0.0.1:1'] });
    expectProblem(await other.app.inject('/readyz'), 'not_ready');
    await other.close();
  });
});

test('metrics count responses by route, status and key mode, and key checks, on a port of their own', async () => {
  await service.app.inject('/company?id=kestrel');
  const key = await service.issue('company:read');
  await service.app.inject({ url: '/company?id=kestrel', headers: { authorization: `Bearer ${key}` } });
  const server = await startMetrics(metrics.registry, {
    host: '127.0.0.1',
    port: 0,
    logger: pino({ level: 'silent' }),
  });
  const text = (await server.inject('/metrics')).body;
  expect(text).toMatch(
    /orgdex_http_request_duration_seconds_count\{method="GET",route="\/company",status="401",key_mode="none"\} 1/,
  );
  expect(text).toMatch(
    /orgdex_http_request_duration_seconds_count\{method="GET",route="\/company",status="200",key_mode="live"\} 1/,
  );
  expect(text).toMatch(/orgdex_key_checks_total\{outcome="read"\} 1/);
  expect(text).toContain('process_resident_memory_bytes');
  expectProblem(await server.inject('/company'), 'route_not_found');
  await server.close();
});
