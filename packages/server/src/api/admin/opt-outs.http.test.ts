import { readFileSync } from 'node:fs';
import type { OptOut, OptOutListResult, OptOutPage, OptOutResult } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminService, openAdminService } from '../../../../testing/src/access/admin-service.ts';
import { company, person } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { suppressionFile } from '../../pipeline/privacy/suppression-file.ts';

let database: TestDatabase;
let service: AdminService;
beforeAll(async () => {
  database = await openTestDatabase();
  service = await openAdminService(database);
});
afterAll(async () => {
  await service.close();
  await database.close();
});

const list = (query = '') => service.ok<OptOutPage>('GET', `/admin/opt-outs${query}`);
const add = (body: object) => service.ok<OptOutResult>('POST', '/admin/opt-outs', body);
const people = () => database.rows<{ key: string }>('SELECT key FROM person_record ORDER BY key');

test('no opt-outs is an empty list', async () => {
  expect(await list()).toEqual({ opt_outs: [], next_cursor: null });
});

describe('an opt-out', () => {
  const email = 'jo.lee@kestrel.example';
  const rows = [
    company('k'),
    person('jo', 'k', { email, network: 'jo-lee' }),
    person('sam', 'k', { network: 'sam-ray' }),
  ];

  test('removes the person at once and from later imports, and is stored in the file', async () => {
    await database.importRecords('crm', rows);
    expect(await add({ email })).toMatchObject({
      people: 1,
      positions: 1,
      receipt: { by: 'email', emails: 1, profiles: 1 },
    });
    expect(await people()).toEqual([{ key: 'sam' }]);
    const { counts } = await database.importRecords('crm', [person('jo', 'k', { email, position: 'CEO' })]);
    expect(counts).toMatchObject({ suppressed: 1 });
    expect(readFileSync(suppressionFile(database.home), 'utf8')).toContain('"people":["p');
  });

  test('is audited with how the person was identified, but not with the value', async () => {
    const entry = await service.lastAudit();
    expect(entry).toMatchObject({
      actor: expect.stringMatching(/^key:/),
      action: 'person.suppress',
      subject: 'opt-out',
      detail: { by: 'email', people: 1, positions: 1 },
    });
    expect(JSON.stringify(entry)).not.toMatch(/jo\.lee|email:\d/);
  });

  test('is listed with counts only, newest first, page by page', async () => {
    await add({ network: 'https://www.linkedin.com/in/sam-ray' });
    await add({ phone: '02 9374 4000', country: 'AU' });
    const first = await list('?size=2');
    expect(first.opt_outs).toMatchObject([
      { by: 'phone', people: 0, emails: 0, phones: 1, profiles: 0, lifted_at: null },
      { by: 'network', people: 1, emails: 0, phones: 0, profiles: 1, lifted_at: null },
    ]);
    const second = await list(`?size=2&cursor=${first.next_cursor}`);
    expect(second.opt_outs.at(-1)).toMatchObject({ emails: 1, profiles: 1 });
    expect(second.next_cursor).toBeNull();
    expect(JSON.stringify([first.opt_outs, second.opt_outs])).not.toMatch(/jo-lee|sam-ray|email:|"p[0-9a-z]{26}/);
  });
});

describe('mistakes', () => {
  test.each([
    ['nothing', {}, 'person_id'],
    ['two ways', { email: 'a@b.example', phone: '+61293744000' }, 'phone'],
    ['a country without a phone number', { email: 'a@b.example', country: 'AU' }, 'country'],
    ['an email address that is none', { email: 'nobody' }, 'email'],
    ['a phone number that is none', { phone: '12' }, 'phone'],
    ['an id that is none', { person_id: 'somebody' }, 'person_id'],
  ])('%s is 400', async (_, body, param) => {
    expectProblem(await service.call('POST', '/admin/opt-outs', body), 'invalid_field', param);
  });

  test('a name is an unknown field', async () => {
    expectProblem(await service.call('POST', '/admin/opt-outs', { name: 'Jo Lee' }), 'unknown_field', 'name');
  });

  test('a cursor of another list is 400', async () => {
    expectProblem(await service.call('GET', '/admin/opt-outs?cursor=abc'), 'invalid_cursor', 'cursor');
  });

  test('a key without the scope is rejected', async () => {
    const key = await service.issue('people:search');
    expectProblem(await service.call('POST', '/admin/opt-outs', { email: 'a@b.example' }, key), 'scope_missing');
  });
});

describe('a list', () => {
  const items = [
    { ref: 'a', email: 'Listed.One@kestrel.example' },
    { ref: 'b', email: 'nobody' },
    { ref: 'c', email: 'a@b.example', country: 'AU' },
    { ref: 'd', name: 'Jo Lee' },
    { ref: 'e', phone: '02 5550 7711', country: 'AU' },
    { ref: 'f', email: 'two@kestrel.example', phone: '+61255507712' },
  ];
  const addAll = (list: string, opt_outs: object[] = items) =>
    service.ok<OptOutListResult>('POST', '/admin/opt-outs/batch', { list, opt_outs });

  test('records the valid items and says what is wrong with the others', async () => {
    await database.importRecords('listed', [
      company('k'),
      person('one', 'k', { email: 'listed.one@kestrel.example' }),
      person('two', 'k', { phone: '+61 2 5550 7711' }),
    ]);
    const { results, ...counts } = await addAll('first');
    expect(counts).toEqual({ recorded: 2, invalid: 4 });
    expect(results.map(({ ref, status, problem }) => [ref, status, problem?.code, problem?.param])).toEqual([
      ['a', 'recorded', undefined, undefined],
      ['b', 'invalid', 'invalid_field', 'email'],
      ['c', 'invalid', 'invalid_field', 'country'],
      ['d', 'invalid', 'unknown_field', 'name'],
      ['e', 'recorded', undefined, undefined],
      ['f', 'invalid', 'invalid_field', 'phone'],
    ]);
    expect(results[0]?.receipt).toMatchObject({ by: 'email', people: 1, positions: 1, emails: 1 });
    expect((await people()).map(({ key }) => key)).not.toContain('one');
    expect((await people()).map(({ key }) => key)).not.toContain('two');
    expect(await service.lastAudit()).toMatchObject({
      action: 'person.suppress',
      detail: { receipts: 2, by: { email: 1, phone: 1 }, people: 2, positions: 2 },
    });
  });

  test('sent again under its name has the same receipts, and nothing is recorded twice', async () => {
    const first = await addAll('again', items.slice(0, 1));
    const { number } = await service.lastAudit();
    const second = await addAll('again', [...items.slice(0, 1), { email: ' LISTED.one@kestrel.example' }]);
    expect(second.results.map(({ status }) => status)).toEqual(['repeated', 'repeated']);
    expect(second.results.map(({ receipt }) => receipt?.id)).toEqual(Array(2).fill(first.results[0]?.receipt?.id));
    expect(await service.lastAudit()).toHaveProperty('number', number);
    const other = await addAll('another list', items.slice(0, 1));
    expect(other.results[0]?.receipt?.id).not.toBe(first.results[0]?.receipt?.id);
  });

  test('of 1,000 items with long values fits in one request; one more does not', async () => {
    const long = (n: number) => ({ network: `https://www.linkedin.com/in/${'long-name-'.repeat(7)}${n}` });
    const many = Array.from({ length: 1000 }, (_, n) => long(n));
    expect(await addAll('large', many)).toMatchObject({ recorded: 1000, invalid: 0 });
    const body = { list: 'larger', opt_outs: [...many, long(1000)] };
    expectProblem(await service.call('POST', '/admin/opt-outs/batch', body), 'invalid_field', 'opt_outs');
    const huge = await service.call('POST', '/admin/opt-outs/batch', { list: 'x'.repeat(2 ** 20), opt_outs: [] });
    expectProblem(huge, 'body_too_large');
    expect(huge.json().message ?? huge.body).toContain('1024 KiB');
  });
});

describe('a receipt', () => {
  test('is read by its id and contains no value', async () => {
    const { receipt } = await add({ email: 'receipt@kestrel.example' });
    const read = await service.ok<OptOut>('GET', `/admin/opt-outs/${receipt.id}`);
    expect(read).toEqual({ ...receipt, at: expect.stringContaining(receipt.at.slice(0, -1)) });
    expect(JSON.stringify(read)).not.toMatch(/kestrel|email:/);
  });

  test('that does not exist is 404', async () => {
    const id = `r${'0'.repeat(26)}`;
    expectProblem(await service.call('GET', `/admin/opt-outs/${id}`), 'opt_out_not_found', 'id');
    const body = { reason: 'a mistake' };
    expectProblem(await service.call('POST', `/admin/opt-outs/${id}/lift`, body), 'opt_out_not_found', 'id');
  });
});

describe('a lift', () => {
  const email = 'lifted@kestrel.example';
  const lift = (id: string, body: object) => service.call('POST', `/admin/opt-outs/${id}/lift`, body);

  test('shows the person again after the next import, and is audited with its reason', async () => {
    const rows = [company('k'), person('lifted', 'k', { email })];
    await database.importRecords('lift', rows);
    const { receipt } = await add({ email });
    expect((await database.importRecords('lift', rows)).counts).toMatchObject({ suppressed: 1 });
    const answer = await lift(receipt.id, { reason: 'The request named another person' });
    expect(answer.json()).toMatchObject({ receipt: { id: receipt.id, lift_reason: expect.any(String) }, kept: 0 });
    expect(await service.lastAudit()).toMatchObject({
      action: 'person.lift',
      subject: receipt.id,
      detail: { by: 'email', reason: 'The request named another person' },
    });
    expect((await database.importRecords('lift', rows)).counts).toMatchObject({ accepted: 1, suppressed: 0 });
    expect((await people()).map(({ key }) => key)).toContain('lifted');
  });

  test('needs a reason without contact values', async () => {
    const { receipt } = await add({ email });
    expectProblem(await lift(receipt.id, {}), 'invalid_field', 'reason');
    expectProblem(await lift(receipt.id, { reason: ' ' }), 'invalid_field', 'reason');
    expectProblem(await lift(receipt.id, { reason: `it was ${email}` }), 'invalid_field', 'reason');
    expect(await service.ok<OptOut>('GET', `/admin/opt-outs/${receipt.id}`)).toMatchObject({ lifted_at: null });
  });

  test('of an opt-out without a receipt is a conflict', async () => {
    const id = `r${'1'.repeat(26)}`;
    await database.rows(
      `INSERT INTO opt_out (id, made_at, people, positions, emails, phones, profiles) VALUES ($1, now(), 1, 1, 0, 0, 0)`,
      [id],
    );
    expectProblem(await lift(id, { reason: 'a mistake' }), 'opt_out_not_liftable', 'id');
  });
});
