import { OperatorError } from '../../../core/errors/failure.ts';
import { type Pool, type Queryable, transaction } from '../pool.ts';
import { grantedObjects, grantsOfJobs, type Job } from './grants.ts';

/** A PostgreSQL role that commands connect with. */
export interface DatabaseRole {
  readonly role: string;
  readonly jobs: readonly Job[];
}

export async function listRoles(ledger: Queryable): Promise<DatabaseRole[]> {
  const { rows } = await ledger.query<{ role: string; jobs: Job[] }>(
    'SELECT role::text AS role, array_agg(job ORDER BY job) AS jobs FROM database_role GROUP BY role ORDER BY role',
  );
  return rows;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function roleExists(ledger: Queryable, role: string): Promise<boolean> {
  const { rows } = await ledger.query('SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS exists', [role]);
  return rows[0].exists;
}

/** What every role needs. Temporary tables hold the rows of one batch of an import or of a decision. */
async function readCommonRights(ledger: Queryable): Promise<string[]> {
  const { rows } = await ledger.query('SELECT current_database() AS database, current_schema() AS schema');
  const { database, schema } = rows[0];
  return [`CONNECT, TEMPORARY ON DATABASE ${quoted(database)}`, `USAGE ON SCHEMA ${quoted(schema)}`];
}

/** Takes away every right on the ledger, so that what is granted next is all that the role has. */
async function revokeAll(ledger: Queryable, role: string): Promise<void> {
  const rights = [...(await readCommonRights(ledger)), ...grantedObjects.map((object) => `ALL ON ${object}`)];
  await ledger.query(rights.map((right) => `REVOKE ${right} FROM ${quoted(role)};`).join('\n'));
}

async function grantAll(ledger: Queryable, { role, jobs }: DatabaseRole): Promise<void> {
  const grants = [...(await readCommonRights(ledger)), ...grantsOfJobs(jobs)];
  await ledger.query(grants.map((grant) => `GRANT ${grant} TO ${quoted(role)};`).join('\n'));
}

/** Makes the rights of all listed roles those of their jobs. A role that no longer exists is removed from the list. */
export async function applyGrants(ledger: Queryable): Promise<void> {
  await ledger.query('DELETE FROM database_role WHERE role NOT IN (SELECT rolname FROM pg_roles)');
  for (const role of await listRoles(ledger)) {
    await revokeAll(ledger, role.role);
    await grantAll(ledger, role);
  }
}

async function requireRole(ledger: Queryable, role: string): Promise<void> {
  if (await roleExists(ledger, role)) return;
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
export async function mayPublish(ledger: Queryable): Promise<boolean> {
  const { rows } = await ledger.query(`SELECT has_table_privilege('outbox', 'DELETE') AS may`);
  return rows[0].may;
}
