import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  free,
  kestrel,
  type MatchDatabase,
  openMatchDatabase,
  page,
} from '../../../../testing/src/data/match-database.ts';
import { company, removed } from '../../../../testing/src/data/records.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import { interceptQueries } from '../../../../testing/src/stores/intercept-queries.ts';
import { readNeighborhood } from '../../stores/postgres/identity/affected-records.ts';
import { createBatchTables, temp } from '../../stores/postgres/imports/batch-tables.ts';
import { listWidest } from '../../stores/postgres/imports/run-list.ts';
import { transaction } from '../../stores/postgres/pool.ts';

let database: MatchDatabase;
let statements: string[] = [];
beforeAll(async () => {
  database = await openMatchDatabase();
  interceptQueries(database.pool, (_, text) => void statements.push(text));
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  statements = [];
});

/** Whether identity was resolved since the last call. */
function wasResolved(): boolean {
  const found = statements.some((text) => text.startsWith(`INSERT INTO ${temp.found}`));
  statements = [];
  return found;
}

describe('a record that a match linked', () => {
  beforeEach(async () => {
    await database.register(kestrel);
    await database.web('pages', page);
    await database.run();
    expect(await database.list('--state', 'linked')).toHaveLength(1);
    wasResolved();
  });

  test('is not resolved again if its source changes other facts', async () => {
    await database.web('pages', { ...page, year_founded: 1999 });
    await database.register({ ...kestrel, year_founded: 2000 });
    expect(wasResolved()).toBe(false);
    expect(await database.list('--state', 'linked')).toHaveLength(1);
  });

  test('is resolved again if its source changes an identifier', async () => {
    await database.web('pages', { ...page, identifiers: { network: 'other-vane' } });
    expect(wasResolved()).toBe(true);
  });

  test('is resolved again if its source removes it', async () => {
    await database.web('pages', removed('company', 'page'));
    expect(wasResolved()).toBe(true);
  });
});

test('a record with a manual decision is resolved again only if the decision is new to it', async () => {
  await database.web('pages', free('a', 'Moss'), free('b', 'Mosses'));
  await runCommand(database, 'company', 'join', await database.idOf('a'), await database.idOf('b'));
  wasResolved();
  await database.web('pages', free('a', 'Moss & Co'));
  expect(wasResolved()).toBe(false);
});

describe('an identifier that many records share', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, nth) =>
      company(`m${nth}`, { name: `Moss ${nth}`, identifiers: { fqdn: 'mossworks.com.au' } }),
    );

  test('is reported with the run', async () => {
    await database.importRecords('crm', many(1200));
    const [run] = await database.rows<{ id: number }>('SELECT max(id) AS id FROM run');
    const { out } = await runCommand(database, 'runs', 'show', String(run?.id));
    expect(out).toContain('1,200 records claim fqdn:mossworks.com.au.');
    expect(await listWidest(database.pool)).toContainEqual({ source: 'crm', records: 1200 });
  });

  test('ends the transaction if its records are too many to resolve together', async () => {
    await database.importRecords('crm', many(30));
    const reading = transaction(database.pool, async (client) => {
      await createBatchTables(client);
      await client.query(`INSERT INTO ${temp.identifier} VALUES ('fqdn:mossworks.com.au', 0)`);
      return readNeighborhood(client, 20);
    });
    await expect(reading).rejects.toThrow(/more than 20 records.*fqdn:mossworks\.com\.au \(30 records\)/);
  });
});
