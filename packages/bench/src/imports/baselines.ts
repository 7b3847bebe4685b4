import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { GenerationIndices } from '../../../server/src/stores/opensearch/documents.ts';
import { createIndices, refreshIndices, setFilling } from '../../../server/src/stores/opensearch/indices.ts';
import { type Installation, outputOf } from '../../../testing/src/processes/installation.ts';
import { importedTables } from '../../../testing/src/stores/database.ts';
import { openSink } from '../rebuild/sink.ts';

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

/** COPY of the records in the database into tables without indexes. */
export const copyRecords = (installation: Installation): Promise<Copied> =>
  copyTables(installation, ['company_record', 'person_record'], false);

/** COPY of all rows that the import wrote into tables with the same indexes. */
export const copyAllTables = (installation: Installation): Promise<Copied> =>
  copyTables(installation, importedTables, true);

interface BulkFile {
  path: string;
  /** The sizes of its requests. */
  sizes: readonly number[];
  documents: number;
}

/**
 * Lets a rebuild write its bulk requests to a file, so that the timed part does not include building them. The documents
 * cannot be read back from OpenSearch, because it does not keep all of their fields. The generation in the database is then one
 * that OpenSearch does not have.
 */
async function recordBulk(installation: Installation, path: string): Promise<BulkFile> {
  const sink = await openSink(path);
  try {
    const rebuilt = await outputOf(
      installation.startWith({ OPENSEARCH_URL: sink.url }, 'rebuild', '--lanes', '1', '--json'),
    );
    if (rebuilt.code !== 0) throw new Error(`The rebuild exited with code ${rebuilt.code}: ${rebuilt.err}`);
    const { written } = JSON.parse(rebuilt.out.trim().split('\n').at(-1) ?? '{}');
    return { path, sizes: sink.sizes(), documents: written };
  } finally {
    await sink.close();
  }
}

/** The requests of a file, joined until they have 5 MB. */
async function* requestsOf({ path, sizes }: BulkFile): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    for (let at = 0; at < sizes.length; ) {
      let bytes = 0;
      for (; at < sizes.length && bytes < 5e6; at += 1) bytes += sizes[at] ?? 0;
      const { buffer } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes);
      yield buffer;
    }
  } finally {
    await file.close();
  }
}

/**
 * Bulk requests with the documents of a rebuild, into indices with the same mapping: 5 MB each, two at a time, without refresh.
 * Must be the last measurement of an installation.
 */
export async function bulkDocuments(installation: Installation): Promise<{ documents: number; seconds: number }> {
  const { pool, opensearch, prefix, home } = installation;
  const file = await recordBulk(installation, join(home, 'bulk.ndjson'));
  const { rows } = await pool.query('SELECT indices FROM generation ORDER BY live_since DESC NULLS LAST LIMIT 1');
  const { indices } = rows[0] as { indices: GenerationIndices };
  await createIndices(opensearch, indices, { prefix, shards: 1, replicas: 'auto' });
  await setFilling(opensearch, indices);
  const began = Date.now();
  const inFlight: Promise<unknown>[] = [];
  for await (const body of requestsOf(file)) {
    inFlight.push(opensearch.bulk({ body: body as never }));
    if (inFlight.length >= 2) await inFlight.shift();
  }
  await Promise.all(inFlight);
  await refreshIndices(opensearch, indices);
  const seconds = (Date.now() - began) / 1000;
  rmSync(file.path);
  return { documents: file.documents, seconds };
}
