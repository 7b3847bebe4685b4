import { readFileSync } from 'node:fs';
import type { OptOutPage, OptOutResult } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminService, openAdminService } from '../../test/support/access/admin-service.ts';
import { company, person } from '../../test/support/data/records.ts';
import { openTestLedger, type TestLedger } from '../../test/support/data/test-ledger.ts';
import { expectProblem } from '../../test/support/http/problem.ts';
import { suppressionFile } from '../privacy/suppression-file.ts';

let ledger: TestLedger;
let service: AdminService;
beforeAll(async () => {
  ledger = await openTestLedger();
  service = await openAdminService(ledger);
});
afterAll(async () => {
  await service.close();
  await ledger.close();
});

const list = (query = '') => service.ok<OptOutPage>('GET', `/admin/opt-outs${query}`);
const add = (body: object) => service.ok<OptOutResult>('POST', '/admin/opt-outs', body);
const people = () => ledger.rows<{ key: string }>('SELECT key FROM person_record ORDER BY key');

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
    await ledger.importRecords('crm', rows);
    expect(await add({ email })).toEqual({ people: 1, positions: 1 });
    expect(await people()).toEqual([{ key: 'sam' }]);
    const { counts } = await ledger.importRecords('crm', [person('jo', 'k', { email, position: 'CEO' })]);
    expect(counts).toMatchObject({ suppressed: 1 });
    expect(readFileSync(suppressionFile(ledger.home), 'utf8')).toContain('"people":["p');
  });

  test('is audited with how, but not with whom', async () => {
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
    expect(first.opt_outs.map(({ at: _, ...counts }) => counts)).toEqual([
      { people: 0, emails: 0, phones: 1, profiles: 0 },
      { people: 1, emails: 0, phones: 0, profiles: 1 },
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

  test('a key without the scope is refused', async () => {
    const key = await service.issue('people:search');
    expectProblem(await service.call('POST', '/admin/opt-outs', { email: 'a@b.example' }, key), 'scope_missing');
  });
});
