import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PersonMatch } from '@orgdex/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  databasePlaces,
  findContacts,
  findWords,
  homePlaces,
  indexPlaces,
  type Place,
} from '../../../testing/src/data/sweep.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startServing } from '../../../testing/src/processes/serving.ts';

let installation: Installation;
let serving: Awaited<ReturnType<typeof startServing>>;
let key: string;
let companyId: string;
const outputs: string[] = [];
const input = 'input.ndjson';

const abn = '51824753556';
const contacts = { email: 'rosalind.quill@hay.example', mobile: '0412 555 773' };
const row = (n: number | string, facts: object = {}) => ({
  type: 'person',
  key: `key-${n}`,
  company: { abn },
  country: 'AU',
  position: `Keeper ${n}`,
  network: `slug-${n}`,
  ...facts,
});
const person = row('needle', { ...contacts, position: 'Keeper of Needles', network: 'rosalind-quill' });
const words = ['rosalind-quill', 'key-needle', 'Keeper of Needles'];
const crowd = Array.from({ length: 200 }, (_, n) => row(n, { email: `crowd.${n}@pin.example` }));

beforeAll(async () => {
  installation = await openInstallation({ settings: { LOG_LEVEL: 'trace' } });
  const file = join(installation.home, input);
  const company = { type: 'company', key: 'k', name: 'Tern & Gannet Pty Ltd', identifiers: { abn } };
  writeFileSync(file, [company, person, ...crowd].map((one) => `${JSON.stringify(one)}\n`).join(''));
  await installation.orgdex('import', 'records', file, '--source', 'crm');
  await installation.orgdex('publish');
  serving = await startServing(installation);
  const scopes = ['--scope', 'company:read', '--scope', 'people:search'];
  const created = await installation.orgdex(
    'key',
    'create',
    '--account',
    'acme',
    '--create-account',
    ...scopes,
    '--record-people',
  );
  key = created.out.trim();
  const found = await fetch(`${serving.base}/company?abn=${abn}`, { headers: { authorization: `Bearer ${key}` } });
  companyId = ((await found.json()) as { id: string }).id;
});
afterAll(async () => {
  await serving?.stop();
  await installation?.close();
});

async function search(): Promise<PersonMatch[]> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'x-purpose': 'supplier review',
  };
  const body = JSON.stringify({ companyId, position: 'needles', size: '100' });
  const response = await fetch(`${serving.base}/people/search`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  return (await response.json()) as PersonMatch[];
}

async function orgdex(...args: string[]): Promise<string> {
  const { code, out, err } = await installation.run(...args).end;
  outputs.push(out, err);
  expect(code, err).toBe(0);
  return out;
}

const exported = async () => {
  const { code, out, err } = await installation.run('person', 'export', '--email', contacts.email).end;
  expect(code, err).toBe(0);
  return JSON.parse(out);
};

async function places(): Promise<Place[]> {
  return [
    ...(await databasePlaces(installation)),
    ...(await indexPlaces(installation)),
    ...homePlaces(installation).filter(({ name }) => name !== input),
    { name: 'the log of the server', text: serving.log() },
    { name: 'the output of the commands', text: outputs.join('\n') },
    { name: 'the responses', text: JSON.stringify(await search()) },
  ];
}

test('an access request shows the records of a person, and which key received them for what', async () => {
  const [them] = await search();
  await expect
    .poll(exported, { timeout: 30_000 })
    .toMatchObject({ received: [{ account: 'acme', operation: 'searchPeople', purpose: 'supplier review' }] });
  const held = await exported();
  expect(held.people).toMatchObject([{ person_id: them?.person_id, records: [{ source: 'crm', key: 'key-needle' }] }]);
});

test('an erasure that is killed and repeated leaves nothing but keyed hashes, and later imports skip the person', async () => {
  const id = (await search())[0]?.person_id as string;
  const sweep = async () => {
    const all = await places();
    return [...findContacts(all, Object.values(contacts), 'AU'), ...findWords(all, [...words, id])];
  };
  expect((await sweep()).length).toBeGreaterThan(3);
  const args = ['person', 'erase', '--email', contacts.email, '--reason', 'request of 3 May'];
  const { child, end } = installation.run(...args);
  const suppressed = 'SELECT 1 FROM suppression';
  while ((await installation.pool.query(suppressed)).rows.length === 0) expect(child.exitCode).toBeNull();
  child.kill('SIGKILL');
  await end;
  expect(await search()).toEqual([]);

  const receipt = JSON.parse(await orgdex(...args, '--json'));
  expect(receipt).toMatchObject({
    by: 'email',
    reason: 'request of 3 May',
    people: expect.any(Number),
    complete: true,
  });
  // The lines of the usage spool are removed within seconds.
  await expect.poll(sweep, { timeout: 30_000, interval: 2000 }).toEqual([]);
  await orgdex('import', 'records', join(installation.home, input), '--source', 'crm');
  const { rows } = await installation.pool.query('SELECT counts FROM run ORDER BY id DESC LIMIT 1');
  expect(rows[0].counts).toMatchObject({ read: 202, suppressed: 1, unchanged: 201 });
  await orgdex('publish');
  await orgdex('person', 'expire');
  expect(await sweep()).toEqual([]);
  expect(await exported()).toMatchObject({ suppressed: true, people: [], received: [] });
});

test('a dry run of the expiry counts each source', async () => {
  const preview = JSON.parse(await orgdex('person', 'expire', '--dry-run', '--json'));
  expect(preview).toMatchObject([{ source: 'crm', months: 18, records: 200, expired: 0 }]);
});
