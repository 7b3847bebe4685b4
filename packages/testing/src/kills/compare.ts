import { liveGeneration } from '../data/live-generation.ts';
import type { Installation } from '../processes/installation.ts';
import { importedTables, rowTextWithout } from '../stores/database.ts';

const tables = [...importedTables, 'source', 'outbox', 'failed_document'];

/**
 * A row as text, without the versions: they count the batches that changed a company, and after a kill the records that are left are in
 * other batches.
 */
const comparedText = rowTextWithout('changed_at', 'version', 'roster_version');

/** Every row of the database, and the staging tables that are left. */
async function readRows({ pool }: Installation): Promise<string[]> {
  const lines: string[] = [];
  for (const table of tables) {
    const { rows } = await pool.query<{ line: string }>(`SELECT ${comparedText} AS line FROM ${table} t`);
    for (const { line } of rows) lines.push(`${table} ${line}`);
  }
  const { rows } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'stage'`,
  );
  return [...lines, ...rows.map(({ name }) => `staging table ${name}`)];
}

interface Hits {
  _scroll_id: string;
  hits: { hits: { _id: string; _source: { hash: string } }[] };
}

/** Id and content hash of every document of the live generation. */
async function readDocuments({ opensearch, pool }: Installation): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, index] of Object.entries((await liveGeneration(pool)).indices)) {
    await opensearch.indices.refresh({ index });
    const first = { index, scroll: '5m', body: { size: 10_000, _source: ['hash'], sort: ['_doc'] } };
    let { body } = (await opensearch.search(first as never)) as unknown as { body: Hits };
    while (body.hits.hits.length > 0) {
      for (const { _id, _source } of body.hits.hits) lines.push(`${kind} ${_id} ${_source.hash}`);
      const next = { body: { scroll: '5m', scroll_id: body._scroll_id } };
      ({ body } = (await opensearch.scroll(next)) as unknown as { body: Hits });
    }
    await opensearch.clearScroll({ body: { scroll_id: [body._scroll_id] } });
  }
  return lines;
}

/** The number of rows and documents, and those that only one of the two installations has. */
export interface Comparison {
  readonly lines: number;
  readonly differences: readonly string[];
}

/** Compares all rows and documents of two small installations. */
export async function compareInstallations(one: Installation, other: Installation): Promise<Comparison> {
  const [left, right] = [await readRows(one), await readRows(other)];
  left.push(...(await readDocuments(one)));
  right.push(...(await readDocuments(other)));
  const [has, had] = [new Set(left), new Set(right)];
  const differences = [...has.symmetricDifference(had)].map((line) => `${has.has(line) ? '-' : '+'} ${line}`);
  // A row that one of them has twice is in both sets.
  if (left.length !== right.length) differences.push(`${left.length} rows and documents against ${right.length}`);
  return { lines: left.length, differences };
}

/** The result of the first run of each file. It must not depend on the number of restarts. */
export async function readRuns({ pool }: Installation): Promise<unknown[]> {
  const { rows } = await pool.query(
    'SELECT DISTINCT ON (input) input, state, counts, reasons, checks, files FROM run ORDER BY input, id',
  );
  return rows;
}
