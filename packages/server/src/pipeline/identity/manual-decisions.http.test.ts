import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company, person } from '../../../../testing/src/data/records.ts';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import { listLastAudit } from '../../api/access/audit.ts';
import { verifyAudit } from '../../api/access/verify-audit.ts';
import { actorOf } from '../../cli/context.ts';
import { abnOf, nzbnOf } from '../../sample-data/demo/numbers.ts';
import { joinCompanies, splitCompany } from './manual-decisions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function idOf(key: string): Promise<string> {
  const [row] = await database.rows<{ company_id: string }>('SELECT company_id FROM company_record WHERE key = $1', [
    key,
  ]);
  return row?.company_id ?? 'none';
}
const peopleOf = async (id: string) =>
  (
    await database.rows<{ person_id: string }>(
      'SELECT person_id FROM employment WHERE company_id = $1 AND NOT removed',
      [id],
    )
  ).length;

test('a manual join survives a change of a record, and the people follow', async () => {
  const [one, other] = [
    company('one', { identifiers: { abn: abnOf(1) } }),
    company('other', { identifiers: { nzbn: nzbnOf(1) } }),
  ];
  await database.importRecords('a', [one, other, person('p', 'other', { network: 'p-1' })]);
  const [older, younger] = [await idOf('one'), await idOf('other')];
  expect(await joinCompanies(database.deps, younger, older)).toEqual({ company: older, undoneSplits: [] });
  expect(await database.rows('SELECT redirect_to FROM company WHERE id = $1', [younger])).toEqual([
    { redirect_to: older },
  ]);
  expect([await peopleOf(older), await peopleOf(younger)]).toEqual([1, 0]);
  await database.importRecords('a', [{ ...other, tagline: 'changed' }]);
  expect(await idOf('other')).toBe(older);
});

test('companies with different numbers in one register cannot be joined, and nothing changes', async () => {
  await database.importRecords('b', [
    company('b1', { identifiers: { abn: abnOf(2) } }),
    company('b2', { identifiers: { abn: abnOf(3) } }),
  ]);
  const before = await database.rows('SELECT count(*) FROM decided_record');
  await expect(joinCompanies(database.deps, await idOf('b1'), await idOf('b2'))).rejects.toThrow(
    `These companies cannot be joined: they have different numbers in the same register (abn:${abnOf(2)}, abn:${abnOf(3)}). Nothing was changed.`,
  );
  expect(await database.rows('SELECT count(*) FROM decided_record')).toEqual(before);
});

test('a manual split leaves the id with the founding record, and survives the next import', async () => {
  const twin = company('twin', { identifiers: { abn: abnOf(4) } });
  await database.importRecords('c', [company('founder', { identifiers: { abn: abnOf(4) } }), twin]);
  const id = await idOf('founder');
  const { stays, leaves } = await splitCompany(database.deps, id, [{ source: 'c', key: 'twin' }]);
  expect(stays).toEqual([id]);
  expect(leaves).toEqual([await idOf('twin')]);
  expect(leaves).not.toEqual(stays);
  await database.importRecords('c', [{ ...twin, tagline: 'changed' }]);
  expect(await idOf('twin')).toBe(leaves[0]);
});

test('a company cannot be joined to itself', async () => {
  const id = await idOf('founder');
  expect(() => joinCompanies(database.deps, id, id)).toThrow('Specify two different companies');
});

test("only the company's own records can be split off, and not all of them", async () => {
  const id = await idOf('founder');
  await expect(splitCompany(database.deps, id, [{ source: 'c', key: 'stranger' }])).rejects.toThrow('c:founder');
  await expect(splitCompany(database.deps, id, [{ source: 'c', key: 'founder' }])).rejects.toThrow('not all');
});

describe('joining the two parts of a split', () => {
  /** The state of a company in the database, without versions: its profile, its people and its links. */
  const stateOf = async (id: string) => ({
    profile: JSON.parse((await runCommand(database, 'company', 'explain', id, '--json')).out).profile,
    records: await database.rows(
      'SELECT key, claims, linked_by, matched_by, hidden, removed FROM company_record WHERE company_id = $1 ORDER BY key',
      [id],
    ),
    people: await database.rows('SELECT person_id FROM employment WHERE company_id = $1 AND NOT removed ORDER BY 1', [
      id,
    ]),
    identifiers: await database.rows('SELECT identifier FROM identifier WHERE company_id = $1 ORDER BY 1', [id]),
  });
  const redirectOf = async (id: string) =>
    (await database.rows<{ redirect_to: string }>('SELECT redirect_to FROM company WHERE id = $1', [id]))[0]
      ?.redirect_to;
  const decisionsOf = (id: string) =>
    database.rows(
      `SELECT d.kind FROM decision d WHERE d.id IN (SELECT decision_id FROM decided_record o
       JOIN company_record r ON r.source_id = o.source_id AND r.key = o.key WHERE r.company_id = $1) ORDER BY d.id`,
      [id],
    );

  test('undoes the split: id, profile, people and links are as before, and the other id redirects', async () => {
    const identifiers = { abn: abnOf(10) };
    const twin = company('u2', { identifiers, tagline: 'from the twin' });
    const people = [person('up1', 'u1', { network: 'up-1' }), person('up2', 'u2', { network: 'up-2' })];
    await database.importRecords('u', [company('u1', { identifiers }), twin, ...people]);
    const id = await idOf('u1');
    const before = await stateOf(id);
    expect(before.people).toHaveLength(2);
    const { leaves } = await splitCompany(database.deps, id, [{ source: 'u', key: 'u2' }]);
    expect(await stateOf(id)).not.toEqual(before);
    const left = String(leaves[0]);
    expect(await joinCompanies(database.deps, left, id)).toMatchObject({
      company: id,
      undoneSplits: [expect.any(Number)],
    });
    expect(await stateOf(id)).toEqual(before);
    expect(await redirectOf(left)).toBe(id);
    expect(await decisionsOf(id)).toEqual([]);
    await database.importRecords('u', [{ ...twin, tagline: 'changed' }]);
    expect(await idOf('u2')).toBe(id);
  });

  test('undoes a split made after a manual join, and the join applies again', async () => {
    await database.importRecords('v', [
      company('v1', { identifiers: { abn: abnOf(11) } }),
      company('v2', { identifiers: { nzbn: nzbnOf(11) } }),
    ]);
    const { company: id } = await joinCompanies(database.deps, await idOf('v1'), await idOf('v2'));
    const before = await stateOf(id);
    const { leaves } = await splitCompany(database.deps, id, [{ source: 'v', key: 'v2' }]);
    await joinCompanies(database.deps, id, String(leaves[0]));
    expect(await stateOf(id)).toEqual(before);
    expect(await decisionsOf(id)).toEqual([{ kind: 'join' }]);
  });

  test('joins them by hand if nothing else links them any more', async () => {
    const identifiers = { abn: abnOf(12) };
    await database.importRecords('w', [company('w1', { identifiers }), company('w2', { identifiers })]);
    const id = await idOf('w1');
    const { leaves } = await splitCompany(database.deps, id, [{ source: 'w', key: 'w2' }]);
    await database.importRecords('w', [company('w2', { identifiers: { nzbn: nzbnOf(12) } })]);
    expect(await joinCompanies(database.deps, id, String(leaves[0]))).toMatchObject({ company: id });
    expect(await decisionsOf(id)).toEqual([{ kind: 'join' }]);
  });

  test('does not change other splits of the company', async () => {
    const identifiers = { abn: abnOf(13) };
    await database.importRecords(
      'x',
      ['x1', 'x2', 'x3'].map((key) => company(key, { identifiers })),
    );
    const id = await idOf('x1');
    await splitCompany(database.deps, id, [{ source: 'x', key: 'x2' }]);
    await splitCompany(database.deps, id, [{ source: 'x', key: 'x3' }]);
    const [two, three] = [await idOf('x2'), await idOf('x3')];
    await joinCompanies(database.deps, id, two);
    expect([await idOf('x1'), await idOf('x2'), await idOf('x3')]).toEqual([id, id, three]);
    await joinCompanies(database.deps, id, three);
    expect([await idOf('x1'), await idOf('x2'), await idOf('x3')]).toEqual([id, id, id]);
  });

  test('keeps the split if their register numbers differ by now', async () => {
    const identifiers = { abn: abnOf(14) };
    await database.importRecords('y', [company('y1', { identifiers }), company('y2', { identifiers })]);
    const id = await idOf('y1');
    await splitCompany(database.deps, id, [{ source: 'y', key: 'y2' }]);
    await database.importRecords('y', [company('y2', { identifiers: { abn: abnOf(15) } })]);
    await expect(joinCompanies(database.deps, id, await idOf('y2'))).rejects.toThrow(`abn:${abnOf(15)}`);
    expect(await decisionsOf(id)).toEqual([{ kind: 'split' }]);
  });
});

describe('the audit log', () => {
  test('records who joined and split which companies, in its hash chain', async () => {
    const identifiers = { abn: abnOf(20) };
    await database.importRecords('z', [company('z1', { identifiers }), company('z2', { identifiers })]);
    const id = await idOf('z1');
    const { notes } = await runCommand(database, 'company', 'split', id, '--record', 'z:z2');
    const left = await idOf('z2');
    expect(notes).toContain(`Undo with \`orgdex company join ${id} ${left}\`.`);
    expect((await runCommand(database, 'company', 'join', id, left)).notes).toContain(
      `The split is undone: both are now company ${id};`,
    );
    const [join, split] = await listLastAudit(database, 2);
    expect(split).toMatchObject({
      actor: actorOf(),
      action: 'company.split',
      subject: `company:${id}`,
      detail: { records: ['z:z2'], stays: [id], leaves: [left] },
    });
    expect(join).toMatchObject({
      actor: actorOf(),
      action: 'company.join',
      subject: `company:${id}`,
      detail: { companies: [id, left], undone: [expect.any(Number)] },
    });
    expect((await verifyAudit({ pool: database.pool, auditKey: database.secret.auditKey })).fault).toBeUndefined();
    expect((await runCommand(database, 'audit', 'list', '--limit', '2')).out).toMatch(
      /company\.join.*\n.*company\.split/,
    );
  });

  test('does not contain a join that failed', async () => {
    const [before] = await listLastAudit(database, 1);
    await expect(joinCompanies(database.deps, await idOf('b1'), await idOf('b2'))).rejects.toThrow('cannot be joined');
    expect(await listLastAudit(database, 1)).toEqual([before]);
  });
});
