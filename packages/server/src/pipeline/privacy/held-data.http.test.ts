import { afterAll, beforeAll, expect, test } from 'vitest';
import { company, person } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { listLastAudit } from '../../api/access/audit.ts';
import { erase } from './erase.ts';
import { exportPerson } from './held-data.ts';
import { suppress } from './suppress.ts';

const email = 'jo.quill@pin.example';
const phone = '+61 2 5550 0771';
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.importRecords('crm', [
    company('k', { name: 'Kestrel Pty Ltd' }),
    person('jo', 'k', { network: 'jo-quill', email, phone, position: 'CFO', seniority: ['5'], observed: '2026-02-03' }),
    person('sam', 'k', { phone }),
  ]);
  await database.importRecords('news', [person('jo-2', '', { company: { cik: '5' }, network: 'jo-quill', email })]);
  await database.importRecords('crm', [person('jo', 'k', { network: 'jo-quill', email, phone, position: 'CEO' })]);
});
afterAll(() => database.close());

test('an access request returns every record with its source, dates and runs, and no contact value or hash', async () => {
  const held = await exportPerson(database.deps, { email });
  expect(held).toMatchObject({ identified_by: 'email', suppressed: false, ended_positions: 0, staged_rows: 0 });
  expect(held.people).toHaveLength(1);
  const [jo] = held.people;
  expect(jo).toMatchObject({
    person_id: expect.stringMatching(/^p[0-9a-z]{26}$/),
    profile_slugs: ['jo-quill'],
    positions: [{ company: { name: 'Kestrel Pty Ltd' }, position: 'CEO', has_email: true, has_phone: true }],
    records: [
      {
        source: 'crm',
        key: 'jo',
        company: { id: expect.stringMatching(/^c/), name: 'Kestrel Pty Ltd' },
        position: 'CEO',
        network: 'jo-quill',
        country: 'AU',
        observed: '2026-01-01',
        first_import: { run: 1, at: expect.stringMatching(/Z$/) },
        last_change: { run: 3, at: expect.stringMatching(/Z$/) },
        contact_hashes: ['A keyed hash of an email address is stored.', 'A keyed hash of a phone number is stored.'],
      },
      { source: 'news', key: 'jo-2', company: null, company_reference: 'cik:0000000005', first_import: { run: 2 } },
    ],
  });
  expect(JSON.stringify(held)).not.toMatch(/pin\.example|5550|email:1:|phone:1:/);
});

test('it is audited with how the person was identified, but not with the value', async () => {
  const [entry] = await listLastAudit(database, 1);
  expect(entry).toMatchObject({
    action: 'person.export',
    subject: 'access request',
    detail: { by: 'email', people: 1, records: 2 },
  });
});

test('a phone number that several people share returns each of them', async () => {
  const { people } = await exportPerson(database.deps, { phone });
  expect(people.map(({ records }) => records.map(({ key }) => key).join()).sort()).toEqual(['jo,jo-2', 'sam']);
});

test('staged rows of an interrupted import are counted', async () => {
  const file = database.writeRecords([person('jo-3', 'k', { email }), person('third', 'k')]);
  await database.pool.query(`ALTER TABLE person_record ADD CONSTRAINT refusing CHECK (key <> 'third') NOT VALID`);
  await expect(database.importFile(file, 'events')).rejects.toThrow('refusing');
  expect((await exportPerson(database.deps, { email })).staged_rows).toBe(1);
  await database.pool.query('ALTER TABLE person_record DROP CONSTRAINT refusing');
  await database.importFile(file, 'events');
});

test('of a person who opted out or was erased, it says only that', async () => {
  const nothing = { suppressed: true, people: [] };
  await suppress(database.deps, { email });
  expect(await exportPerson(database.deps, { email })).toMatchObject(nothing);
  const { people } = await exportPerson(database.deps, { phone });
  const id = people[0]?.person_id as string;
  await erase(database.deps, { person_id: id }, 'request');
  expect(await exportPerson(database.deps, { person_id: id })).toMatchObject(nothing);
  expect(await exportPerson(database.deps, { network: 'unknown' })).toMatchObject({ suppressed: false, people: [] });
});
