import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAdmin, openEmptyDatabase } from '../../../../../testing/src/stores/database.ts';
import { transaction } from '../pool.ts';
import { grantJob, listRoles, mayPublish, revokeJobs } from './roles.ts';

const role = `orgdex_test_${randomBytes(6).toString('hex')}`;
let database: Awaited<ReturnType<typeof openEmptyDatabase>>;

/** `stores:up` makes this superuser. The owner of the tables may not create roles. */
function asSuperuser(sql: string): Promise<void> {
  const url = new URL(database.url);
  url.pathname = '/postgres';
  url.username = 'postgres';
  return asAdmin(sql, url.href);
}

beforeAll(async () => {
  database = await openEmptyDatabase();
  await asSuperuser(`CREATE ROLE ${role}; GRANT ${role} TO ${new URL(database.url).username}`);
});
afterAll(async () => {
  await database.drop();
  await asSuperuser(`DROP ROLE ${role}`);
});

const mayRolePublish = () =>
  transaction(database.pool, async (client) => {
    await client.query(`SET LOCAL ROLE ${role}`);
    return mayPublish(client);
  });

test('a role may do what its job needs, until its jobs are revoked', async () => {
  expect(await mayPublish(database.pool)).toBe(true);
  expect(await mayRolePublish()).toBe(false);
  await grantJob(database.pool, role, 'serve');
  expect(await mayRolePublish()).toBe(false);
  await grantJob(database.pool, role, 'publish');
  expect(await mayRolePublish()).toBe(true);
  expect(await listRoles(database.pool)).toEqual([{ role, jobs: ['publish', 'serve'] }]);
  await revokeJobs(database.pool, role);
  expect(await mayRolePublish()).toBe(false);
  expect(await listRoles(database.pool)).toEqual([]);
});

test('a role that does not exist gets no job', async () => {
  await expect(grantJob(database.pool, 'missing_role', 'serve')).rejects.toThrow(
    'The role missing_role does not exist.',
  );
});
