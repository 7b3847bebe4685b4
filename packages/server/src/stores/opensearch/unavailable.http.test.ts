import { endpoints, GetUsage } from '@orgdex/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAsker } from '../../../../testing/src/access/matrix-service.ts';
import { openTestService, type TestService } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';

let service: TestService;
let ask: Awaited<ReturnType<typeof openAsker>>;
let authorization: string;

beforeAll(async () => {
  service = await openTestService({}, { repeats: false }, { OPENSEARCH_URL: ['http://127.0.0.1:1'] });
  ask = await openAsker(service);
  authorization = `Bearer ${await service.issue('company:read', 'company:search', 'people:search')}`;
});
afterAll(() => service?.close());

/** The operations of customers that read companies or people. */
const reading = endpoints.filter(({ id, scope }) => scope !== 'admin' && id !== GetUsage.id);

test.each(reading.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s is a 503 with Retry-After while OpenSearch cannot be reached',
  async (_, endpoint) => {
    const { method } = endpoint;
    const response = await ask({ endpoint, method, country: undefined, from: 'outside' } as never, { authorization });
    expectProblem(response, 'engine_unavailable');
    expect(response.headers['retry-after']).toBe('1');
  },
);
