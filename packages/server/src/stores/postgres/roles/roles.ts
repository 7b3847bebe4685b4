import { OperatorError } from '../../../core/errors/failure.ts';
import { type Pool, type Queryable, queryRow, transaction } from '../pool.ts';
import { grantedObjects, grantsOfJobs, type Job } from './grants.ts';

/** A PostgreSQL role that commands connect with. */
export interface DatabaseRole {
  readonly role: string;
  readonly jobs: readonly Job[];
}

export async function listRoles(database: Queryable): Promise<DatabaseRole[]> {
  const { rows } = await database.query<{ role: string; jobs: Job[] }>(
    'SELECT role::text AS role, array_agg(job ORDER BY job) AS jobs FROM database_role GROUP BY role ORDER BY role',
  );
  return rows;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function roleExists(database: Queryable, role: string): Promise<boolean> {
  const select = 'SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS exists';
  return (await queryRow<{ exists: boolean }>(database, select, [role])).exists;
}

/** What every role needs. Temporary tables hold the rows of one batch of an import or of a decision. */
async function readCommonRights(database: Queryable): Promise<string[]> {
  const { name, schema } = await queryRow<{ name: string; schema: string }>(
    database,
    'SELECT current_database() AS name, current_schema() AS schema',
  );
  return [`CONNECT, TEMPORARY ON DATABASE ${quoted(name)}`, `USAGE ON SCHEMA ${quoted(schema)}`];
}

/** Takes away every right on the database, so that what is granted next is all that the role has. */
async function revokeAll(database: Queryable, role: string): Promise<void> {
  const rights = [...(await readCommonRights(database)), ...grantedObjects.map((object) => `ALL ON ${object}`)];
  await database.query(rights.map((right) => `REVOKE ${right} FROM ${quoted(role)};`).join('\n'));
}

async function grantAll(database: Queryable, { role, jobs }: DatabaseRole): Promise<void> {
  const grants = [...(await readCommonRights(database)), ...grantsOfJobs(jobs)];
  await database.query(grants.map((grant) => `GRANT ${grant} TO ${quoted(role)};`).join('\n'));
}

/** Makes the rights of all listed roles those of their jobs. A role that no longer exists is removed from the list. */
export async function applyGrants(database: Queryable): Promise<void> {
  await database.query('DELETE FROM database_role WHERE role NOT IN (SELECT rolname FROM pg_roles)');
  for (const role of await listRoles(database)) {
    await revokeAll(database, role.role);
    await grantAll(database, role);
  }
}

async function requireRole(database: Queryable, role: string): Promise<void> {
  if (await roleExists(database, role)) return;
  throw new OperatorError(
    `The role ${role} does not exist. Create it: \`CREATE ROLE ${quoted(role)} LOGIN PASSWORD '…'\` in psql.`,
  );
}

/** Gives a job to a role, in addition to those that it has. */
export const grantJob = (pool: Pool, role: string, job: Job): Promise<void> =>
  transaction(pool, async (client) => {
    await requireRole(client, role);
    await client.query('INSERT INTO database_role VALUES ($1, $2) ON CONFLICT DO NOTHING', [role, job]);
    await applyGrants(client);
  });

/** Takes all jobs and all rights away from a role. */
export const revokeJobs = (pool: Pool, role: string): Promise<void> =>
  transaction(pool, async (client) => {
    await requireRole(client, role);
    await client.query('DELETE FROM database_role WHERE role = $1', [role]);
    await revokeAll(client, role);
  });

/** Whether the role of this connection may publish: no other job clears the outbox. */
export async function mayPublish(database: Queryable): Promise<boolean> {
  const { may } = await queryRow<{ may: boolean }>(database, `SELECT has_table_privilege('outbox', 'DELETE') AS may`);
  return may;
}
