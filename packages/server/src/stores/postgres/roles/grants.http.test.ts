import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmptyDatabase } from '../../../../../testing/src/stores/database.ts';
import { partitionsOf } from '../partitions.ts';
import { grantedObjects } from './grants.ts';

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
beforeAll(async () => {
  database = await openEmptyDatabase();
});
afterAll(() => database?.drop());

/** Partitions that a command names in its statements. */
const named = ['outbox_0', 'outbox_1', ...['company', 'employment', 'identifier'].flatMap(partitionsOf)];

test('each table of the schema is granted to some job, and each granted table exists', async () => {
  const { rows } = await database.pool.query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
       AND (NOT relispartition OR relname = ANY($1)) ORDER BY relname COLLATE "C"`,
    [named],
  );
  const tables = grantedObjects.filter((object) => object.startsWith('TABLE ')).map((object) => object.slice(6));
  expect(tables.toSorted()).toEqual(rows.map(({ name }) => name));
});

test('each sequence and function of the schema that a job could need is granted', async () => {
  const { rows } = await database.pool.query(
    `SELECT 'SEQUENCE ' || relname AS object FROM pg_class WHERE relnamespace = current_schema()::regnamespace
       AND relkind = 'S' AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'i')
     UNION SELECT format('FUNCTION %s(%s)', proname, pg_get_function_identity_arguments(p.oid)) FROM pg_proc p
     WHERE pronamespace = current_schema()::regnamespace AND prorettype <> 'trigger'::regtype
     ORDER BY 1`,
  );
  const others = grantedObjects.filter((object) => /^(?:SEQUENCE|FUNCTION)/.test(object)).toSorted();
  expect(others).toEqual(rows.map(({ object }) => object.replace('month ', '')));
});
