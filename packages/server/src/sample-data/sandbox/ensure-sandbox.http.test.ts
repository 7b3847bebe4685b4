import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookUpCompany } from '../../api/companies/lookup.ts';
import { matchCompanies } from '../../api/companies/match/match.ts';
import { searchCompanies } from '../../api/companies/search/search.ts';
import { suggestCompanies } from '../../api/companies/search/suggest.ts';
import { listValues } from '../../api/companies/search/values.ts';
import { getSources } from '../../api/companies/sources.ts';
import { searchCompanyPeople } from '../../api/people/company-people.ts';
import { searchPeople } from '../../api/people/search.ts';
import { readConfig } from '../../core/settings/config.ts';
import { builtInRates } from '../../knowledge/rules/money/exchange-rates.ts';
import { readAllDocuments } from '../../stores/opensearch/all-documents.ts';
import { connectOpenSearch } from '../../stores/opensearch/client.ts';
import { IndexReader, type ServedGeneration } from '../../stores/opensearch/index-reader.ts';
import { createIndices, deleteIndices, generationIndices, refreshIndices } from '../../stores/opensearch/indices.ts';
import { unknownId } from './dataset.ts';
import { sandboxWrites } from './documents.ts';
import { ensureSandbox } from './ensure-sandbox.ts';
import {
  companyPeopleExamples,
  companySearchExamples,
  lookupExamples,
  matchExamples,
  searchExamples,
  sourcesExamples,
  suggestExamples,
  valuesExamples,
} from './examples.ts';
import { sandboxIndices } from './indices.ts';

const { OPENSEARCH_URL } = readConfig();
const prefix = `t${randomBytes(6).toString('hex')}`;
const options = { prefix, shards: 6, replicas: '0' };
const opensearch = connectOpenSearch(OPENSEARCH_URL);
const reader = new IndexReader(OPENSEARCH_URL);
let served: ServedGeneration;

/** Each process has its own client. */
async function ensureBeside(): Promise<ServedGeneration> {
  const own = connectOpenSearch(OPENSEARCH_URL);
  try {
    return await ensureSandbox({ opensearch: own, options });
  } finally {
    await own.close();
  }
}

beforeAll(async () => {
  const [first, ...others] = await Promise.all([ensureBeside(), ensureBeside(), ensureBeside()]);
  served = first as ServedGeneration;
  for (const other of others) expect(other).toEqual(served);
});
afterAll(async () => {
  await opensearch.indices.delete({ index: `${prefix}-*` });
  await opensearch.close();
  reader.close();
});

const held = () => readAllDocuments(opensearch, served.indices);

/** How many writes OpenSearch has received. */
async function writeCount(): Promise<number> {
  const { body } = await opensearch.indices.stats({
    index: Object.values(served.indices),
    metric: ['indexing'] as never,
  });
  const { indexing } = (body as unknown as { _all: { primaries: { indexing: Record<string, number> } } })._all
    .primaries;
  return (indexing?.index_total ?? 0) + (indexing?.delete_total ?? 0);
}

const exists = async (index: string) => (await opensearch.indices.exists({ index })).body;

describe('ensureSandbox', () => {
  test('writes each document once when three run at the same time, in indices with one shard', async () => {
    const wanted = sandboxWrites(served.indices).map(({ index, id, hash }) => `${index} ${id} ${hash}`);
    expect((await held()).map(({ index, id, hash }) => `${index} ${id} ${hash}`).sort()).toEqual(wanted.sort());
    const { body } = await opensearch.indices.getSettings({ index: served.indices.person });
    expect(Object.values(body)[0]).toMatchObject({ settings: { index: { number_of_shards: '1' } } });
  });

  test('writes nothing the second time', async () => {
    const before = await writeCount();
    expect(await ensureSandbox({ opensearch, options })).toEqual(served);
    expect(await writeCount()).toBe(before);
  });

  test('repairs missing, changed and unexpected documents', async () => {
    const { indices } = served;
    const before = (await held()).length;
    await opensearch.delete({ index: indices.company, id: 'sandbox-heron' });
    await opensearch.delete({
      index: indices.person,
      id: 'sandbox-crowd:sandbox-crowd-p001',
      routing: 'sandbox-crowd',
    });
    await opensearch.index({ index: indices.identifier, id: 'fqdn:stranger.example.com', body: { company: 'x' } });
    await opensearch.index({ index: indices.identifier, id: 'fqdn:wren.example.com', body: { company: 'x' } });
    await refreshIndices(opensearch, indices);
    expect(await held()).toHaveLength(before - 1);
    await ensureSandbox({ opensearch, options });
    const hashes = new Map((await held()).map(({ index, id, hash }) => [`${index} ${id}`, hash]));
    const wanted = sandboxWrites(indices).map(({ index, id, hash }) => [`${index} ${id}`, hash] as const);
    expect(hashes).toEqual(new Map(wanted));
  });

  test('keeps the two other versions that were used last, and deletes only sandboxes', async () => {
    const generation = generationIndices(`${prefix}-sandbox-0123456789ab`);
    const small = { ...options, shards: 1 };
    const others = ['a', 'b', 'c'].map((letter) => sandboxIndices(prefix, letter.repeat(12)));
    for (const indices of [...others, generation]) await createIndices(opensearch, indices, small);
    const [oldest, between] = others as [typeof generation, typeof generation];
    await opensearch.indices.putMapping({ index: oldest.company, body: { _meta: { used_at: Date.now() + 1000 } } });
    await ensureSandbox({ opensearch, options });
    expect(await Promise.all(others.map(({ company }) => exists(company)))).toEqual([true, false, true]);
    expect(await exists(between.person)).toBe(false);
    expect(await exists(generation.company)).toBe(true);
    await deleteIndices(opensearch, generation);
    expect(await exists(served.indices.company)).toBe(true);
  });
});

describe('requests', () => {
  const deps = {
    generation: () => served,
    reader,
    suppressedAt: () => [],
    cursorKey: Buffer.alloc(32, 7),
    rulesHash: 'rules',
  };

  test.each(lookupExamples)('lookup $ask', async ({ ask, finds, conflicts, canonicalId, claimants = 1 }) => {
    const found = await lookUpCompany(deps, ask);
    expect(found.company.id).toBe(finds);
    expect(found.conflicts.join(', ')).toBe(conflicts ?? '');
    expect(found.canonicalId).toBe(canonicalId);
    expect(found.claimants).toBe(claimants);
  });

  test.each(searchExamples)('search $ask', async ({ ask, total, canonicalId }) => {
    const found = await searchPeople(deps, ask);
    expect([found.total, found.canonicalId]).toEqual([total, canonicalId]);
  });

  const idsOf = (companies: readonly { id: string }[]) => companies.map(({ id }) => id);

  test.each(companySearchExamples)('company search $ask', async ({ ask, finds }) => {
    const found = await searchCompanies(deps, ask);
    expect(idsOf(found.companies)).toEqual(finds);
    expect(found.total).toEqual({ value: finds.length, relation: 'eq' });
    expect(found.diagnosis?.length ?? 0).toBe(finds.length === 0 ? 2 : 0);
  });

  test('a search by trading name says which name matched', async () => {
    const { companies } = await searchCompanies(deps, { q: 'blue gauge' });
    expect(companies[0]?.matched_name).toBe('Blue Gauge Sandbox');
  });

  test.each(suggestExamples)('suggestions for $ask', async ({ ask, finds }) => {
    expect(idsOf((await suggestCompanies(deps, ask)).companies)).toEqual(finds);
  });

  test.each(valuesExamples)('values of $field for $ask', async ({ field, ask, values }) => {
    expect((await listValues(deps, field, ask)).values.map(({ value }) => value)).toEqual(values);
  });

  test.each(matchExamples)('match $ask', async ({ ask, status, finds }) => {
    const { results } = await matchCompanies(deps, { companies: [ask] }, [{ item: ask }]);
    expect(results.map((one) => one.status)).toEqual([status]);
    if (finds !== undefined) expect(results[0]?.candidates[0]?.company.id).toBe(finds);
  });

  test.each(companyPeopleExamples)('people in many companies: $shows', async ({ ask, statuses }) => {
    const items = ask.companies.map((item) => ({ item }));
    expect((await searchCompanyPeople(deps, ask, items)).results.map(({ status }) => status)).toEqual(statuses);
  });

  test.each(sourcesExamples)('sources of $id', async ({ id, field, value, canonicalId }) => {
    const found = await getSources({ ...deps, rates: builtInRates }, id, {});
    expect(found.sources.fields[field]).toMatchObject({ value, source: 'sandbox' });
    expect(found.canonicalId).toBe(canonicalId);
  });

  test('profiles differ by country', async () => {
    const counts = ['AU', 'NZ', 'SG', 'US'].map(
      async (country) =>
        JSON.parse((await lookUpCompany(deps, { id: 'sandbox-kestrel', country })).company.answer.text).employee_count,
    );
    expect(await Promise.all(counts)).toEqual([455, 35, 8, 455]);
  });

  test('the pages of sandbox-crowd do not overlap, by cursor and by offset', async () => {
    const byCursor: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await searchPeople(deps, { companyId: 'sandbox-crowd', size: 100, ...(cursor ? { cursor } : {}) });
      byCursor.push(...page.people.map(({ person_id }) => person_id));
      cursor = page.cursor;
    } while (cursor);
    const pages = [0, 100, 200].map((from) => searchPeople(deps, { companyId: 'sandbox-crowd', from, size: 100 }));
    const byOffset = (await Promise.all(pages)).flatMap(({ people }) => people.map(({ person_id }) => person_id));
    expect(new Set(byCursor).size).toBe(250);
    expect(byOffset).toEqual(byCursor);
  });

  test('the id of the 404 belongs to no company, and the response names the parameter', async () => {
    const details = { code: 'company_not_found', details: { param: 'id' } };
    await expect(lookUpCompany(deps, { id: unknownId })).rejects.toMatchObject(details);
    await expect(searchPeople(deps, { companyId: unknownId })).rejects.toMatchObject({ code: 'company_not_found' });
  });

  test('the slow id returns the same response as its company', async () => {
    expect((await lookUpCompany(deps, { id: 'sandbox-slow' })).company.id).toBe('sandbox-kestrel');
    expect((await searchPeople(deps, { companyId: 'sandbox-slow' })).total).toBe(20);
  });
});
