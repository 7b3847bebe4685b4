import type { CompanyExplanation, JoinResult, SplitResult } from '@orgdex/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminService, openAdminService } from '../../../../testing/src/access/admin-service.ts';
import { type MatchDatabase, numbered, openMatchDatabase } from '../../../../testing/src/data/match-database.ts';
import { company, person } from '../../../../testing/src/data/records.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import { abnOf, nzbnOf } from '../../sample-data/demo/numbers.ts';

let database: MatchDatabase;
let service: AdminService;
beforeAll(async () => {
  database = await openMatchDatabase();
  service = await openAdminService(database);
});
afterAll(async () => {
  await service.close();
  await database.close();
});

const website = 'https://kestrel.example';
beforeEach(async () => {
  await database.clear();
  await database.register(numbered(1, 'KESTREL VANE PTY LTD'));
  await database.own(
    company('C-1', { name: 'Kestrel', website, identifiers: { abn: abnOf(1) }, trading_names: ['Vane'] }),
  );
});

const explain = (id: string, query = '') =>
  service.ok<CompanyExplanation>('GET', `/admin/companies/${encodeURIComponent(id)}/explain${query}`);

describe('GET /admin/companies/{id}/explain', () => {
  test('shows the records, what links them, and the source of each value with the other opinions', async () => {
    const id = await database.idOf('1');
    const explained = await explain(id);
    expect(explained).toMatchObject({ id, merged_from: null, decisions: [], matches: [], country: null });
    expect(
      explained.records.map(({ source, key, founder, linked_by }) => ({ source, key, founder, linked_by })),
    ).toEqual([
      { source: 'au-abr', key: '1', founder: true, linked_by: `abn:${abnOf(1)}` },
      { source: 'crm', key: 'C-1', founder: false, linked_by: `abn:${abnOf(1)}` },
    ]);
    const name = explained.profile.find(({ field }) => field === 'name');
    expect(name).toMatchObject({
      value: 'Kestrel',
      from: [{ source: 'crm', observed: '2026-01-01' }],
      others: [{ source: 'au-abr', key: '1', value: 'KESTREL VANE PTY LTD' }],
    });
    expect(explained.other_names).toMatchObject([{ field: 'trading_names', source: 'crm', names: ['Vane'] }]);
  });

  test('says what the command line says', async () => {
    const id = await database.idOf('1');
    const { out } = await runCommand(database, 'company', 'explain', id, '--json');
    const printed = JSON.parse(out);
    const { profile, records } = await explain(id);
    expect(profile.map(({ region: _, ...field }) => field)).toEqual(printed.profile);
    expect(records.map(({ claims }) => claims)).toEqual(
      printed.records.map(({ claims }: { claims: string[] }) => claims),
    );
  });

  test('finds a company by an identifier, and explains the values of a country', async () => {
    expect(await explain(`abn:${abnOf(1)}`, '?country=au')).toMatchObject({
      id: await database.idOf('1'),
      country: 'AU',
    });
  });

  test('contains nothing about people', async () => {
    const email = 'jo.lee@kestrel.example';
    await database.own(person('P-1', 'C-1', { position: 'Chief Tester', network: 'jo-lee', email }));
    const text = JSON.stringify(await explain(await database.idOf('1')));
    expect(text).not.toMatch(/Chief Tester|jo-lee|jo\.lee/);
  });

  test.each([
    ['cnone', 'company_not_found'],
    [`abn:${abnOf(9)}`, 'company_not_found'],
    ['abn:51824753557', 'identifier_malformed'],
    ['colour:red', 'identifier_malformed'],
  ] as const)('%s is %s', async (id, code) => {
    expectProblem(await service.call('GET', `/admin/companies/${encodeURIComponent(id)}/explain`), code);
  });

  test('an id that PostgreSQL cannot store is 400', async () => {
    expectProblem(await service.call('GET', '/admin/companies/a%00b/explain'), 'invalid_field', 'id');
  });

  test('an unsupported country is 400', async () => {
    expectProblem(
      await service.call('GET', '/admin/companies/c1/explain?country=FR'),
      'unsupported_country',
      'country',
    );
  });
});

describe('split and join', () => {
  const split = (id: string, ...keys: string[]) =>
    service.call('POST', `/admin/companies/${id}/split`, { records: keys.map((key) => ({ source: 'crm', key })) });
  const join = (...companies: string[]) => service.call('POST', '/admin/companies/join', { companies });

  test('a split moves records out, and a join undoes it; both are audited', async () => {
    const id = await database.idOf('1');
    const parts: SplitResult = (await split(id, 'C-1')).json();
    expect(parts).toEqual({ stays: [id], leaves: [await database.idOf('C-1')] });
    expect(await database.companies()).toEqual(['au-abr/1', 'crm/C-1']);
    expect(await service.lastAudit()).toMatchObject({
      actor: expect.stringMatching(/^key:/),
      action: 'company.split',
      subject: `company:${id}`,
    });
    expect((await explain(id)).decisions).toMatchObject([{ kind: 'split', split_from: parts.leaves }]);
    const joined: JoinResult = (await join(id, parts.leaves[0] as string)).json();
    expect(joined).toEqual({ company: id, undone_splits: [expect.any(Number)] });
    expect(await database.companies()).toEqual(['au-abr/1 crm/C-1']);
    expect(await service.lastAudit()).toMatchObject({ action: 'company.join' });
  });

  test('two companies are joined, and the newer id is explained as the older one', async () => {
    await database.registerOf('nz-nzbn', company('nz', { identifiers: { nzbn: nzbnOf(1) } }));
    const [one, other] = [await database.idOf('1'), await database.idOf('nz')];
    expect((await join(one, other)).json()).toEqual({ company: one, undone_splits: [] });
    expect(await explain(other)).toMatchObject({ id: one, merged_from: other, decisions: [{ kind: 'join' }] });
  });

  test('companies with different numbers in one register are not joined', async () => {
    await database.register(numbered(2, 'Moss Ltd'));
    const answer = await join(await database.idOf('1'), await database.idOf('2'));
    expect(expectProblem(answer, 'decision_conflict').message).toContain('different numbers in the same register');
  });

  test('mistakes change nothing', async () => {
    const id = await database.idOf('1');
    expectProblem(await split(id, 'C-9'), 'decision_conflict');
    expectProblem(await split('cnone', 'C-1'), 'company_not_found');
    expectProblem(
      await service.call('POST', `/admin/companies/${id}/split`, { records: [] }),
      'invalid_field',
      'records',
    );
    expectProblem(await join(id, 'cnone'), 'company_not_found');
    expectProblem(await join(id, id), 'invalid_field', 'companies');
    expectProblem(await join(id), 'invalid_field', 'companies');
    expect(await database.companies()).toEqual(['au-abr/1 crm/C-1']);
  });

  test('a key without the scope is rejected', async () => {
    const key = await service.issue('company:read');
    const answer = await service.call('POST', '/admin/companies/join', { companies: ['a', 'b'] }, key);
    expectProblem(answer, 'scope_missing');
  });
});
