import type { Installation } from '../processes/installation.ts';
import { importedTables, rowText } from './database.ts';

/** One line per row of the database, in a fixed order. */
export async function databaseLines({ pool }: Pick<Installation, 'pool'>): Promise<string[]> {
  const lines: string[] = [];
  for (const table of importedTables) {
    const { rows } = await pool.query(`SELECT ${rowText} AS line FROM ${table} t`);
    lines.push(...rows.map(({ line }) => `${table} ${line}`).sort());
  }
  return lines;
}

interface Hit {
  _id: string;
  _version: number;
  _source: { hash: string };
  sort: unknown[];
}

/** One line per document of the live generation: id, version and content hash. */
export async function opensearchLines({ pool, opensearch }: Installation): Promise<string[]> {
  const { rows } = await pool.query(
    'SELECT indices FROM generation WHERE live_since IS NOT NULL ORDER BY live_since DESC LIMIT 1',
  );
  const lines: string[] = [];
  for (const index of Object.values(rows[0].indices as Record<string, string>)) {
    await opensearch.indices.refresh({ index });
    const kind = index.split('-')[1];
    for (let after: unknown[] | undefined; ; ) {
      const { body } = await opensearch.search({
        index,
        version: true,
        body: { size: 5000, _source: ['hash'], sort: [{ _doc: 'asc' }], ...(after ? { search_after: after } : {}) },
        track_total_hits: false,
      } as never);
      const hits = (body as unknown as { hits: { hits: Hit[] } }).hits.hits;
      lines.push(...hits.map(({ _id, _source }) => `${kind} ${_id} ${_source.hash}`));
      after = hits.at(-1)?.sort;
      if (!after) break;
    }
  }
  return lines.sort();
}

/** The first lines in which two snapshots differ; empty if they are equal. */
export function differences(left: readonly string[], right: readonly string[]): string[] {
  const inLeft = new Set(left);
  const inRight = new Set(right);
  const most = 10;
  return [
    ...left
      .filter((line) => !inRight.has(line))
      .map((line) => `- ${line}`)
      .slice(0, most),
    ...right
      .filter((line) => !inLeft.has(line))
      .map((line) => `+ ${line}`)
      .slice(0, most),
  ];
}
