import type { Erasure, ExpiryStatus, HeldData } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminService, openAdminService } from '../../../../testing/src/access/admin-service.ts';
import { company, person } from '../../../../testing/src/data/records.ts';
import { databasePlaces, findContacts, findWords } from '../../../../testing/src/data/sweep.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { silent } from '../../core/output/progress.ts';
import { expirePeople } from '../../pipeline/privacy/expire.ts';

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

const email = 'jo.quill@pin.example';
const phone = '+61 2 5550 0771';
const reason = 'request of 3 May';
const jo = person('jo', 'k', { network: 'jo-quill', position: 'Keeper of Pins', email, phone });
const sam = person('sam', 'k', { network: 'sam-ray', phone });
const load = async () => {
  await database.importRecords('crm', [company('k', { name: 'Kestrel Pty Ltd' }), jo, sam]);
  await database.publish();
};
const find = (body: object) => service.ok<HeldData>('POST', '/admin/people/export', body);
const erase = (body: object) => service.ok<Erasure>('POST', '/admin/people/erase', body);
const keys = async () =>
  (await database.rows<{ key: string }>('SELECT key FROM person_record ORDER BY key')).map(({ key }) => key);

describe('an export', () => {
  beforeAll(load);

  test('returns everything that is stored, without contact values or hashes', async () => {
    const held = await find({ email });
    expect(held).toMatchObject({ identified_by: 'email', suppressed: false, received: [], staged_rows: 0 });
    expect(held.people).toMatchObject([
      {
        profile_slugs: ['jo-quill'],
        records: [{ source: 'crm', key: 'jo', position: 'Keeper of Pins', company: { name: 'Kestrel Pty Ltd' } }],
        positions: [{ position: 'Keeper of Pins', has_email: true, has_phone: true }],
      },
    ]);
    expect(findContacts([{ name: 'response', text: JSON.stringify(held) }], [email, phone], 'AU')).toEqual([]);
    expect(JSON.stringify(held)).not.toMatch(/(?:email|phone):1/);
  });

  test('is audited with how the person was identified, but not with the value', async () => {
    await find({ phone: '02 5550 0771', country: 'AU' });
    const entry = await service.lastAudit();
    expect(entry).toMatchObject({ action: 'person.export', detail: { by: 'phone', people: 2, records: 2 } });
    expect(JSON.stringify(entry)).not.toMatch(/5550|p[0-9a-z]{26}/);
  });

  test('of an unknown person says that nothing is stored', async () => {
    expect(await find({ network: 'unknown-slug' })).toMatchObject({ people: [], suppressed: false });
  });
});

describe('an erasure', () => {
  beforeAll(load);

  const words = ['jo-quill', 'Keeper of Pins'];

  test('hides the person at once, and its receipt proves it without naming the person', async () => {
    expect(findWords(await databasePlaces(database), words)).toContain('jo-quill in the database');
    const receipt = await erase({ email, reason });
    expect(receipt).toEqual({
      at: expect.any(String),
      by: 'email',
      reason,
      people: 1,
      positions: 1,
      complete: false,
      unfinished_runs: [],
      audit_entry: expect.any(Number),
    });
    expect(await keys()).toEqual(['sam']);
    expect(await service.lastAudit()).toMatchObject({
      number: receipt.audit_entry,
      action: 'person.erase',
      detail: { by: 'email', reason, people: 1, positions: 1 },
    });
    expect((await service.ok<ExpiryStatus>('GET', '/admin/people/expiry')).pending_erasures).toBe(1);
  });

  test('is completed by the server after the next publish', async () => {
    await database.publish();
    const pending = async () => (await database.rows('SELECT 1 FROM pending_erasure')).length;
    await expect.poll(pending, { timeout: 10_000 }).toBe(0);
    expect(findWords(await databasePlaces(database), words)).toEqual([]);
    expect(await find({ email })).toMatchObject({ people: [], suppressed: true, ended_positions: 0 });
  });

  test('is complete in its receipt if changes are published meanwhile', async () => {
    const publishing = setInterval(() => void database.publish(), 200);
    expect(await erase({ network: 'sam-ray', reason })).toMatchObject({ people: 1, complete: true });
    clearInterval(publishing);
  });

  test('stops later imports', async () => {
    expect((await database.importRecords('crm', [jo, sam])).counts).toMatchObject({ read: 2, suppressed: 2 });
  });
});

describe('mistakes', () => {
  test.each([
    ['no person', { reason }, 'person_id'],
    ['two ways', { email, phone, reason }, 'phone'],
    ['a country without a phone number', { email, country: 'AU', reason }, 'country'],
    ['an email address that is none', { email: 'jo', reason }, 'email'],
    ['no reason', { email }, 'reason'],
    ['an empty reason', { email, reason: ' ' }, 'reason'],
    ['a reason that is too long', { email, reason: 'x'.repeat(501) }, 'reason'],
    ['a reason with an email address', { email, reason: `it was ${email}` }, 'reason'],
  ])('an erasure with %s is 400 and changes nothing', async (_, body, param) => {
    const { number } = await service.lastAudit();
    expectProblem(await service.call('POST', '/admin/people/erase', body), 'invalid_field', param);
    expect(await service.lastAudit()).toHaveProperty('number', number);
  });

  test.each([
    ['no person', {}, 'person_id'],
    ['two ways', { email, network: 'jo-quill' }, 'email'],
  ])('an export with %s is 400', async (_, body, param) => {
    expectProblem(await service.call('POST', '/admin/people/export', body), 'invalid_field', param);
  });

  test('a published hash is an unknown field', async () => {
    const body = { email_sha256: 'a'.repeat(64) };
    expectProblem(await service.call('POST', '/admin/people/export', body), 'unknown_field', 'email_sha256');
  });

  test.each(['export', 'erase'])('a key without the scope cannot %s', async (operation) => {
    const key = await service.issue('people:search');
    const body = { email, ...(operation === 'erase' && { reason }) };
    expectProblem(await service.call('POST', `/admin/people/${operation}`, body, key), 'scope_missing');
  });
});

describe('the expiry', () => {
  const read = () => service.ok<ExpiryStatus>('GET', '/admin/people/expiry');

  test('shows what would expire by source, and the last run', async () => {
    await database.importRecords('news', [
      company('n'),
      person('old', 'n', { observed: '2020-01-01' }),
      person('new', 'n', { observed: new Date().toISOString().slice(0, 10) }),
    ]);
    expect(await read()).toEqual({
      sources: [{ source: 'news', months: 18, before: expect.stringMatching(/^\d{4}-/), records: 2, expired: 1 }],
      estimated: false,
      last_run: null,
      pending_erasures: 0,
    });
    expect(await keys()).toEqual(['new', 'old']);
    await expirePeople({ pool: database.pool, maxAges: new Map([['', 18]]), progress: silent });
    const { sources, last_run } = await read();
    expect(sources).toMatchObject([{ records: 1, expired: 0 }]);
    expect(last_run).toMatchObject({ records: 1, deleted_receipts: 0, ended_at: expect.any(String) });
  });

  test('shows a run that was interrupted', async () => {
    const report = () => {
      throw new Error('killed');
    };
    const run = expirePeople({ pool: database.pool, maxAges: new Map([['', 18]]), progress: { ...silent, report } });
    await expect(run).rejects.toThrow('killed');
    expect((await read()).last_run).toMatchObject({ records: 0, ended_at: null });
  });
});
