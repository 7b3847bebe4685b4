import type { FoundCompanies } from '@orgdex/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DiscoveryService, openDiscoveryService } from '../../../../../testing/src/data/discovery.ts';
import { company } from '../../../../../testing/src/data/records.ts';
import { readConfig } from '../../../core/settings/config.ts';
import { connectOpenSearch } from '../../../stores/opensearch/client.ts';

let discovery: DiscoveryService;
beforeAll(async () => {
  discovery = await openDiscoveryService();
});
afterAll(() => discovery.close());

const depots = Array.from({ length: 30 }, (_, n) => n);

/** Gives the depots other numbers of employees, so that they change places, and publishes them. */
async function grow(employees: (n: number) => number): Promise<void> {
  const records = depots.map((n) =>
    company(`depot-${n}`, {
      name: `Fernhill Depot ${String(n).padStart(2, '0')} Pty Ltd`,
      hq_country: 'AU',
      identifiers: discovery.numbered(100 + n),
      employee_count: employees(n),
    }),
  );
  await discovery.database.importRecords('crm', records);
  await discovery.database.publish();
}

async function page(cursor: string | null): Promise<FoundCompanies> {
  const body = { q: 'fernhill', sort: '-employee_count', size: 5, ...(cursor === null ? {} : { cursor }) };
  const response = await discovery.post('/companies/search', body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

/** All pages, with something done after one of them. */
async function walk(meanwhile: () => Promise<void>, after = 2): Promise<(string | null)[]> {
  const names: (string | null)[] = [];
  let cursor: string | null = null;
  for (let nth = 1; nth === 1 || cursor !== null; nth++) {
    const found: FoundCompanies = await page(cursor);
    names.push(...found.companies.map(({ name }) => name));
    cursor = found.next_cursor;
    expect(found.total).toEqual({ value: 30, relation: 'eq' });
    if (nth === after) await meanwhile();
  }
  return names;
}

test('companies that change places between two pages are neither repeated nor missed', async () => {
  await grow((n) => 1000 - n);
  const before = await walk(async () => {});
  expect(new Set(before).size).toBe(30);
  const during = await walk(() => grow((n) => 1 + n));
  expect(during).toEqual(before);
  expect(await walk(async () => {})).toEqual(before.toReversed());
});

test('also between the first page and the second, which is read from a younger state', async () => {
  await grow((n) => 1000 - n);
  const before = await walk(async () => {});
  const reversed = before.toReversed();
  const during = await walk(() => grow((n) => 1 + n), 1);
  const first = during.slice(0, 5);
  expect(first).toEqual(before.slice(0, 5));
  expect(during.slice(5)).toEqual(reversed.filter((name) => !first.includes(name)));
});

test('a cursor whose snapshot is gone continues in the index as it is', async () => {
  await grow((n) => 1000 - n);
  const before = await walk(async () => {});
  const opensearch = connectOpenSearch(readConfig().OPENSEARCH_URL);
  const after = await walk(async () => {
    const { body } = await opensearch.transport.request({ method: 'GET', path: '/_search/point_in_time/_all' });
    const ids = (body as { pits: { pit_id: string }[] }).pits.map(({ pit_id }) => pit_id);
    expect(ids.length).toBeGreaterThan(0);
    await opensearch.transport.request({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: ids } });
  });
  await opensearch.close();
  expect(after).toEqual(before);
});
