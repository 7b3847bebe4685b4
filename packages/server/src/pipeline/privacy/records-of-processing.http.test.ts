import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmptyDatabase } from '../../../../testing/src/stores/database.ts';
import { mappings } from '../../stores/opensearch/mapping.ts';
import { personColumns, rejectionColumns } from '../../stores/postgres/imports/stage-line.ts';
import { dataGroups, indexFields, tables } from './records-of-processing.ts';

let database: Awaited<ReturnType<typeof openEmptyDatabase>>;
beforeAll(async () => {
  database = await openEmptyDatabase();
});
afterAll(() => database.drop());

const listed = (isStage: boolean) =>
  Object.entries(tables)
    .filter(([table]) => table.startsWith('stage.') === isStage)
    .flatMap(([table, { personal, other }]) =>
      [...Object.keys(personal), ...other.split(' ').filter(Boolean)].map((column) => `${table}.${column}`),
    )
    .sort();

test('every column of the database is in the records of processing, with the purpose of personal data', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT c.relname || '.' || a.attname AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  );
  expect(listed(false)).toEqual(rows.map(({ name }) => name).sort());
});

test('every column of staged people is in the records of processing', () => {
  const staged = { 'stage.person_<run>': personColumns, 'stage.rejection_<run>': rejectionColumns };
  const columns = Object.entries(staged).flatMap(([table, all]) =>
    Object.keys(all).map((column) => `${table}.${column}`),
  );
  expect(listed(true)).toEqual(columns.sort());
});

test('every field of people in the index is in the records of processing', () => {
  expect(Object.keys(indexFields).sort()).toEqual(
    Object.keys((mappings.person as { properties: object }).properties).sort(),
  );
});

test('every table with personal data belongs to a group', () => {
  for (const [table, { group, personal }] of Object.entries(tables)) {
    expect(Object.keys(personal).length > 0, table).toBe(group !== undefined);
    expect(group === undefined || group in dataGroups).toBe(true);
  }
});
