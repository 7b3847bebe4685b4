import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { endpoints } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoConsole, openDemoConsole } from '../../../console/test/support/demo-console.ts';
import type { ApiKey, IssuedKey, MatchPage, OptOutResult, ReviewedMatch, RunPage } from '../../src/index.ts';
import type { BehaviorCall } from '../behavior/behavior-case.ts';
import { openRecordingProxy } from '../support/recording-proxy.ts';
import { type SdkClient, sdkClients } from '../support/sdk-clients.ts';
import { findPythons, pythonEnvironment, root } from '../support/tools.ts';

let demo: DemoConsole;
let proxy: Awaited<ReturnType<typeof openRecordingProxy>>;
let testKey: string;
/** What the first client read from the sandbox: the others must read the same. */
let firstReads: unknown[] | undefined;

beforeAll(async () => {
  demo = await openDemoConsole();
  proxy = await openRecordingProxy(demo.base);
  await demo.client.admin.setPlan('plenty', { rate: 1000, burst: 2000 });
  await demo.client.admin.setAccount('sandbox', { plan: 'plenty' });
  const scopes = ['company:read', 'company:search', 'people:search'] as const;
  const issued = await demo.client.admin.issueKey({ account: 'sandbox', mode: 'test', scopes: [...scopes] });
  testKey = issued.key;
});
afterAll(async () => {
  await proxy?.close();
  await demo?.close();
});

/** Reads of the sandbox, which is the same everywhere. */
const reads: readonly BehaviorCall[] = [
  { do: 'company.get', with: { fqdn: 'kestrel.example.com' } },
  { do: 'company.get', with: { fqdn: 'wren.example.com', abn: '26999000029' } },
  { do: 'company.get', with: { fqdn: 'finch.example.com' } },
  { do: 'company.get', with: { id: 'sandbox-merged', country: 'NZ' } },
  { do: 'company.get', with: { fqdn: 'unknown.example.com' } },
  { do: 'company.sources', args: ['sandbox-heron'], with: {} },
  { do: 'company.peopleCounts', args: ['sandbox-kestrel'], with: { country: 'NZ' } },
  { do: 'companies.search', with: { q: 'sandbox', size: 3, facets: ['country'] }, take: 'page' },
  { do: 'companies.search', with: { q: 'sandbox', size: 3 }, take: 'all' },
  {
    do: 'companies.search',
    with: { q: 'kestrel', filter: { country: ['JP'], not: { status: ['inactive'] } } },
    take: 'page',
  },
  { do: 'companies.suggest', with: { q: 'kes', size: 5 } },
  { do: 'companies.values', args: ['industry'], with: { q: 'mea' } },
  { do: 'companies.match', with: { companies: [{ abn: '26 999 000 029' }, { abn: '26999000020' }], return: 'id' } },
  { do: 'companies.people', with: { companies: [{ fqdn: 'kestrel.example.com' }], position: ['cfo'], per_company: 2 } },
  { do: 'people.search', with: { companyId: 'sandbox-crowd' }, take: 'all' },
  { do: 'people.search', with: { companyId: 'sandbox-merged', size: 2 }, take: 'page' },
  { do: 'company.get', with: { id: 'sandbox-quota-exhausted' } },
];

/** Request ids differ; cursors are signed with the time. */
const comparable = (outcome: unknown): unknown =>
  JSON.parse(
    JSON.stringify(outcome, (name, value) => (/^(requestId|next_?cursor|rateLimit|docs)$/i.test(name) ? null : value)),
  );

describe.each(sdkClients)('the SDK $name', ({ name, open }) => {
  let customer: SdkClient;
  let admin: SdkClient;
  beforeAll(() => {
    customer = open(proxy.url, testKey);
    admin = open(proxy.url, demo.admin);
    proxy.takeSucceeded();
  });
  afterAll(async () => {
    await customer?.close();
    await admin?.close();
  });

  /** The value of a call that must succeed. */
  async function ask<T>(method: string, ...args: (string | number | object)[]): Promise<T> {
    const fields = args.filter((one) => typeof one === 'object');
    const path = args.filter((one) => typeof one !== 'object');
    const outcome = await admin.call({ do: `admin.${method}`, args: path, with: { ...fields[0] } });
    expect(outcome, method).not.toHaveProperty('error');
    return outcome.value as T;
  }

  test('reads the sandbox like the other SDKs', async () => {
    const outcomes: unknown[] = [];
    for (const call of reads) outcomes.push(comparable(await customer.call(call)));
    firstReads ??= outcomes;
    expect(outcomes).toEqual(firstReads);
    expect(outcomes.slice(0, 5)).toMatchObject([
      { value: { company: { id: 'sandbox-kestrel' }, matchedBy: 'fqdn', conflicts: [] } },
      { value: { company: { id: 'sandbox-wren' }, conflicts: ['abn'] } },
      { value: { company: { id: 'sandbox-finch' }, ambiguous: 2 } },
      { value: { company: { id: 'sandbox-kestrel' }, canonicalId: 'sandbox-kestrel' } },
      { error: { class: 'NotFoundError', code: 'company_not_found', status: 404 } },
    ]);
    const { value: crowd } = outcomes[14] as { value: { person_id: string }[] };
    expect(new Set(crowd.map(({ person_id }) => person_id)).size).toBe(250);
    expect(outcomes.at(-1)).toMatchObject({ error: { class: 'QuotaExhaustedError', retryAfter: 604_800 } });
  });

  test('reads its usage, and gets an error for what the key may not do', async () => {
    expect(await customer.call({ do: 'usage.get', with: {} })).toMatchObject({ value: { account: 'sandbox' } });
    const error = { class: 'PermissionError', code: 'scope_missing', status: 403, requestId: expect.any(String) };
    expect(await customer.call({ do: 'admin.listPlans', with: {} })).toMatchObject({ error });
    const stranger = open(proxy.url, 'orgdex_live_wrong');
    const rejected = await stranger.call({ do: 'usage.get', with: {} });
    await stranger.close();
    expect(rejected).toMatchObject({ error: { class: 'AuthenticationError', code: 'key_unknown' } });
  });

  test('manages plans, accounts and keys', async () => {
    expect(await ask('setPlan', `plan-${name}`, { rate: 7, burst: 9 })).toMatchObject({ rate: 7 });
    expect(await ask('listPlans')).toContainEqual(expect.objectContaining({ name: `plan-${name}` }));
    expect(await ask('setAccount', name, { plan: `plan-${name}` })).toMatchObject({ suspended: false });
    expect(await ask('listAccounts')).toContainEqual(expect.objectContaining({ name }));
    const terms = { account: name, mode: 'test', scopes: ['company:read'] };
    const { details } = await ask<IssuedKey>('issueKey', terms);
    expect(await ask('changeKey', details.id, { label: name })).toMatchObject({ label: name });
    const rotated = await ask<IssuedKey>('rotateKey', details.id, { overlap_hours: 1 });
    expect(await ask('revokeKey', rotated.details.id)).toMatchObject({ revoked_at: expect.any(String) });
    expect(await ask<ApiKey[]>('listKeys', { account: name })).toHaveLength(2);
  });

  test('reads usage, rejected requests and the audit log', async () => {
    expect(await ask('listUsage', {})).toBeInstanceOf(Array);
    expect(await ask('listRefusals', {})).toBeInstanceOf(Array);
    expect(await ask('listAudit', { after: 0, size: 5 })).toHaveLength(5);
    expect(await ask('verifyAudit', {})).toMatchObject({ fault: null });
  });

  test('decides matches', async () => {
    const { matches } = await ask<MatchPage>('listMatches', { state: 'proposed', size: 100 });
    const [first, second] = matches as [ReviewedMatch, ReviewedMatch];
    expect(await ask('acceptMatch', String(first.id))).toMatchObject({ state: 'accepted' });
    expect(await ask('undoMatch', String(first.id))).toMatchObject({ state: 'proposed' });
    expect(await ask('rejectMatch', String(second.id))).toMatchObject({ state: 'rejected' });
    expect(await ask('undoMatch', String(second.id))).toMatchObject({ state: 'proposed' });
    // The rarest score, so that the other clients have matches too.
    const groups = [...Map.groupBy(matches, ({ score }) => score)].sort(([, a], [, b]) => a.length - b.length);
    const [score, { length: count }] = groups[0] as [number, ReviewedMatch[]];
    const range = { min_score: score, below_score: Math.min(1, score + 0.0001) };
    const decided = await ask('decideMatches', { decision: 'reject', ...range, count });
    expect(decided).toMatchObject({ decided: count });
  });

  test('joins and splits companies', async () => {
    const { matches } = await ask<MatchPage>('listMatches', { state: 'proposed', size: 1 });
    const { id, unregistered, company: registered } = matches[0] as ReviewedMatch;
    const companies = [unregistered.company_id, registered.company_id];
    const { company } = await ask<{ company: string }>('joinCompanies', { companies });
    expect(await ask('explainCompany', company, {})).toHaveProperty('records');
    const record = { source: unregistered.source, key: unregistered.key };
    expect(await ask('splitCompany', company, { records: [record] })).toHaveProperty('leaves');
    // It cannot be accepted any more, so the next client should not find it.
    await ask('rejectMatch', String(id));
  });

  test('reads imports, coverage, opt-outs and the status', async () => {
    const { runs } = await ask<RunPage>('listRuns', { size: 2 });
    const id = runs[0]?.id ?? 0;
    expect(await ask('getRun', id)).toMatchObject({ id });
    expect(await ask('listRejections', id)).toHaveProperty('reasons');
    expect(await ask('getCoverage')).toHaveProperty('measuring');
    expect(await ask('measureCoverage')).toHaveProperty('measuring');
    expect(await ask('listSources')).toContainEqual(expect.objectContaining({ id: 'crm' }));
    const { receipt } = await ask<OptOutResult>('addOptOut', { email: `${name}@example.com` });
    expect(await ask('getOptOut', receipt.id)).toMatchObject({ id: receipt.id, by: 'email' });
    expect(await ask('liftOptOut', receipt.id, { reason: 'a mistake' })).toHaveProperty('kept', 0);
    const list = { list: name, opt_outs: [{ email: `${name}-listed@example.com` }] };
    expect(await ask('addOptOuts', list)).toMatchObject({ recorded: 1, invalid: 0 });
    expect(await ask('listOptOuts', { size: 5 })).toHaveProperty('next_cursor');
    const held = await ask('exportPerson', { email: `${name}-listed@example.com` });
    expect(held).toMatchObject({ identified_by: 'email', suppressed: true, people: [] });
    const erased = await ask('erasePerson', { email: `${name}-listed@example.com`, reason: 'a request' });
    expect(erased).toMatchObject({ by: 'email', people: 0, complete: true });
    expect(await ask('getExpiry')).toHaveProperty('last_run');
    expect(await ask('getStatus')).toHaveProperty('stores');
  });

  test('has called every operation successfully', () => {
    expect(proxy.takeSucceeded()).toEqual(endpoints.map(({ id }) => id).sort());
  });
});

test('the examples in the comments and the README of the Python SDK run against the real service', () => {
  const path = findPythons().at(-1)?.path ?? '';
  const args = [join(root, 'python/tests/examples.py'), demo.base, testKey];
  const printed = execFileSync(path, args, { env: pythonEnvironment(), encoding: 'utf8' });
  expect(printed).toMatch(/^\d+ examples, 0 failed$/m);
});
