import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiScopes } from '@orgdex/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DiscoveryService, openDiscoveryService } from '../../../../testing/src/data/discovery.ts';
import { testAudit } from '../../../../testing/src/data/test-service.ts';
import { queryRow, transaction } from '../../stores/postgres/pool.ts';
import { forgetReceived, readReceived } from '../../stores/postgres/usage/received-people.ts';
import { changeKey, issueKey } from '../access/key-changes.ts';

let discovery: DiscoveryService;
let deps: Parameters<typeof issueKey>[0];
beforeAll(async () => {
  discovery = await openDiscoveryService();
  deps = { pool: discovery.service.pool, ...testAudit };
});
afterAll(() => discovery.close());

interface Row {
  key_id: string;
  operation: string;
  purpose: string | null;
  people: string[];
}

const recorded = async (key: string): Promise<Row[]> =>
  (
    await deps.pool.query<Row>(
      'SELECT key_id, operation, purpose, people FROM received_people WHERE key_id = $1 ORDER BY at, request_id',
      [key],
    )
  ).rows;

const usageOf = async (key: string): Promise<number> =>
  (await queryRow<{ count: number }>(deps.pool, 'SELECT count(*) AS count FROM usage WHERE key_id = $1', [key])).count;

async function issue(terms: object) {
  const { key, details } = await issueKey(deps, {
    terms: { account: 'acme', scopes: [...apiScopes], ...terms },
    makeAccount: true,
  });
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    discovery.service.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
  return { id: details.id, details, post };
}

const search = () => ({ companyId: discovery.idOf('heron'), size: '2' });

test('a key that records people stores who was in each response, and the purpose', async () => {
  const { id, post, details } = await issue({ records_people: true });
  expect(details.records_people).toBe(true);
  const found = await post('/people/search', search(), { 'x-purpose': ' recruiting ' });
  const shown = (found.json() as { person_id: string }[]).map(({ person_id }) => person_id);
  expect(shown).toHaveLength(2);
  await expect
    .poll(() => recorded(id))
    .toEqual([{ key_id: id, operation: 'searchPeople', purpose: 'recruiting', people: shown }]);
  expect(await readReceived(deps.pool, [shown[0] as string])).toEqual([
    { at: expect.any(Date), key: id, account: 'acme', operation: 'searchPeople', purpose: 'recruiting' },
  ]);
  const spool = () =>
    globSync(join(discovery.service.config.ORGDEX_HOME, 'spool/*.ndjson')).map((path) => readFileSync(path, 'utf8'));
  expect(spool().join()).toContain(shown[0]);
  await expect.poll(() => spool().join(), { timeout: 20_000 }).not.toContain(shown[0]);
  await transaction(deps.pool, (client) => forgetReceived(client, [shown[0] as string]));
  expect(await recorded(id)).toMatchObject([{ people: [shown[1]] }]);
});

test('people in many companies, and those that an assistant asks for, are recorded too', async () => {
  const { id, post } = await issue({ records_people: true });
  await post('/companies/people', {
    companies: [{ id: discovery.idOf('heron') }, { id: discovery.idOf('heron-short') }],
  });
  await expect.poll(() => recorded(id)).toMatchObject([{ operation: 'searchCompanyPeople', purpose: null }]);
  expect((await recorded(id))[0]?.people).toHaveLength(4);
  const params = { name: 'search_people', arguments: search() };
  const accept = { accept: 'application/json, text/event-stream', 'x-purpose': 'sales' };
  await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, accept);
  await expect
    .poll(async () => (await recorded(id)).at(-1))
    .toMatchObject({ operation: 'searchPeople', purpose: 'sales' });
});

test('companies, empty results and other keys are not recorded', async () => {
  const { id, post } = await issue({ records_people: true });
  await post('/people/search', { ...search(), position: 'astronaut' });
  await post('/companies/search', { q: 'heron' });
  await expect.poll(() => usageOf(id)).toBe(1);
  expect(await recorded(id)).toEqual([]);
  const plain = await issue({});
  expect(plain.details.records_people).toBe(false);
  await plain.post('/people/search', search(), { 'x-purpose': 'recruiting' });
  await expect.poll(() => usageOf(plain.id)).toBe(1);
  expect(await recorded(plain.id)).toEqual([]);
});

test('recording can be turned off; other changes keep it', async () => {
  const { id } = await issue({ records_people: true });
  expect(await changeKey(deps, { id, terms: { label: 'site' } })).toMatchObject({ records_people: true });
  expect(await changeKey(deps, { id, terms: { records_people: false } })).toMatchObject({ records_people: false });
});

test('a long purpose is cut', async () => {
  const { id, post } = await issue({ records_people: true });
  await post('/people/search', search(), { 'x-purpose': 'x'.repeat(300) });
  await expect.poll(async () => (await recorded(id))[0]?.purpose).toBe('x'.repeat(200));
});
