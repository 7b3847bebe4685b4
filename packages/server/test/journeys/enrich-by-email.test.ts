import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAccountList } from '../../../testing/src/data/account-list.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startServing } from '../../../testing/src/processes/serving.ts';

describe('contacts without the number of their account', () => {
  const list = makeAccountList('email');
  let installation: Installation;
  let serving: Awaited<ReturnType<typeof startServing>>;
  let rows: Record<string, string>[];

  beforeAll(async () => {
    installation = await openInstallation();
    const [accounts, contacts, out] = ['accounts.csv', 'contacts.csv', 'enriched.csv'].map((name) =>
      join(installation.home, name),
    ) as [string, string, string];
    writeFileSync(accounts, list.accounts);
    writeFileSync(contacts, list.contacts);
    await installation.orgdex('import', 'companies', accounts, '--source', 'crm', '--country', 'AU', ...list.map);
    await installation.orgdex('import', 'people', contacts, '--source', 'crm');
    await installation.orgdex('publish');
    serving = await startServing(installation);
    const keyFile = join(installation.home, 'key');
    writeFileSync(keyFile, serving.key);
    const connection = ['--url', serving.base, '--key-file', keyFile];
    const people = ['--people', 'head of marketing'];
    await installation.orgdex(
      'enrich',
      accounts,
      '--out',
      out,
      ...connection,
      '--country',
      'AU',
      ...list.map,
      ...people,
    );
    rows = parse(readFileSync(out), { columns: true, bom: true });
  });
  afterAll(async () => {
    await serving?.stop();
    await installation?.close();
  });

  const ownNo = (no = '') => list.duplicates.find(([, copy]) => copy === no)?.[0] ?? no;
  const isSubsidiary = (no: string) => list.subsidiaries.includes(no);
  const withHeadIn = () =>
    new Set(
      rows.filter((row) => row.orgdex_person_1_position === 'Head of Marketing').map((row) => ownNo(row['Cust No'])),
    );

  test('become people of their companies, and of no other', () => {
    const found = [...withHeadIn()].filter((no) => !isSubsidiary(no));
    expect(found.filter((no) => !list.withHeads.has(no))).toEqual([]);
    const wanted = [...list.withHeads].filter((no) => !isSubsidiary(no));
    expect(found.length).toBeGreaterThan(0.9 * wanted.length);
  });

  test('become people of the subsidiary that they name, where several share the domain', () => {
    const found = [...withHeadIn()].filter(isSubsidiary);
    expect(found.filter((no) => !list.withHeads.has(no))).toEqual([]);
  });
});
