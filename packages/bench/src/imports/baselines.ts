import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { createIndices } from '../../../server/src/engine/indices.ts';
import type { Installation } from '../../../server/test/support/processes/installation.ts';
import { importedTables } from '../../../server/test/support/stores/database.ts';

/** Baselines for imports: the same rows and documents, written with the fastest method of each store. */

interface Copied {
  rows: number;
  seconds: number;
  megabytes: number;
}

/** Copies a table to a file, and times COPY from the file into a new table, with or without the same indexes. */
async function copyTable(client: pg.Client, table: string, file: string, indexes: boolean): Promise<Copied> {
  // COPY can only read a partitioned table through a query.
  await pipeline(client.query(to(`COPY (SELECT * FROM ${table}) TO STDOUT`)), createWriteStream(file));
  await client.query(`CREATE TABLE baseline_${table} (LIKE ${table} ${indexes ? 'INCLUDING INDEXES' : ''})`);
  const began = Date.now();
  const target = client.query(from(`COPY baseline_${table} FROM STDIN`));
  await pipeline(createReadStream(file, { highWaterMark: 1 << 18 }), target);
  const seconds = (Date.now() - began) / 1000;
  const megabytes = statSync(file).size / 1e6;
  await client.query(`DROP TABLE baseline_${table}`);
  rmSync(file);
  return { rows: target.rowCount ?? 0, seconds, megabytes };
}

async function copyTables({ home, url }: Installation, tables: readonly string[], indexes: boolean): Promise<Copied> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const total = { rows: 0, seconds: 0, megabytes: 0 };
    for (const table of tables) {
      const copied = await copyTable(client, table, join(home, `${table}.copy`), indexes);
      total.rows += copied.rows;
      total.seconds += copied.seconds;
      total.megabytes += copied.megabytes;
    }
    return total;
  } finally {
    await client.end();
  }
}

/** COPY of the records in the ledger into tables without indexes. */
export const copyRecords = (installation: Installation): Promise<Copied> =>
  copyTables(installation, ['company_record', 'person_record'], false);

/** COPY of all rows that the import wrote into tables with the same indexes. */
export const copyAllTables = (installation: Installation): Promise<Copied> =>
  copyTables(installation, importedTables, true);

type Hit = { _id: string; _routing?: string; _source: object; sort: unknown[] };

async function* documentsOf({ engine }: Installation, index: string): AsyncGenerator<Hit[]> {
  for (let after: unknown[] | undefined; ; ) {
    const { body } = await engine.search({
      index,
      body: { size: 2000, sort: [{ _doc: 'asc' }], ...(after ? { search_after: after } : {}) },
      track_total_hits: false,
    } as never);
    const { hits } = (body as unknown as { hits: { hits: Hit[] } }).hits;
    if (hits.length === 0) return;
    yield hits;
    after = hits.at(-1)?.sort;
  }
}

/** Writes the bulk requests of a generation to a file, so that the timed part does not include building them. */
async function dumpBulk(installation: Installation, indices: Record<string, string>, file: string): Promise<void> {
  const out = createWriteStream(file);
  for (const [kind, index] of Object.entries(indices)) {
    for await (const hits of documentsOf(installation, index)) {
      for (const { _id, _routing, _source } of hits) {
        const action = {
          index: { _index: `${installation.prefix}-baseline-${kind}`, _id, ...(_routing ? { routing: _routing } : {}) },
        };
        out.write(`${JSON.stringify(action)}\n${JSON.stringify(_source)}\n`);
      }
      if (out.writableNeedDrain) await new Promise((resolve) => out.once('drain', () => resolve(undefined)));
    }
  }
  await new Promise((resolve) => out.end(resolve));
}

/** Bulk requests with the documents of the live generation, into indices with the same mapping: 5 MB each, two at a time. */
export async function bulkDocuments(installation: Installation): Promise<{ documents: number; seconds: number }> {
  const { pool, engine, prefix, home } = installation;
  const { rows } = await pool.query('SELECT indices FROM generation ORDER BY live_since DESC NULLS LAST LIMIT 1');
  const file = join(home, 'bulk.ndjson');
  await dumpBulk(installation, rows[0].indices, file);
  const names = {
    company: `${prefix}-baseline-company`,
    identifier: `${prefix}-baseline-identifier`,
    person: `${prefix}-baseline-person`,
    search: `${prefix}-baseline-search`,
    sources: `${prefix}-baseline-sources`,
  };
  await createIndices(engine, names, { prefix, shards: 1, replicas: 'auto' });
  await engine.indices.putSettings({ index: `${prefix}-baseline-*`, body: { index: { refresh_interval: '-1' } } });
  const began = Date.now();
  let documents = 0;
  let body = '';
  const inFlight: Promise<unknown>[] = [];
  const flush = async () => {
    inFlight.push(engine.bulk({ body: body as never }));
    body = '';
    if (inFlight.length >= 2) await inFlight.shift();
  };
  let lines = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    body += `${line}\n`;
    lines += 1;
    if (lines % 2 === 0) documents += 1;
    if (lines % 2 === 0 && body.length > 5e6) await flush();
  }
  if (body) await flush();
  await Promise.all(inFlight);
  await engine.indices.refresh({ index: `${prefix}-baseline-*` });
  return { documents, seconds: (Date.now() - began) / 1000 };
}
