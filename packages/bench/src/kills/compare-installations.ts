import { createHash } from 'node:crypto';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { importedTables, rowTextWithout } from '../../../testing/src/stores/database.ts';

/** A checksum for each part of the data, and the lines of a part for a detailed comparison. */
interface Digest {
  parts: Map<string, string>;
  linesOf(part: string): Promise<string[]>;
}

const tables = [...importedTables, 'source', 'outbox', 'failed_document'];

/**
 * A row of the database as text, without the versions: they count the batches that changed a company, and after a kill the records that are
 * left are in other batches.
 */
const comparedText = rowTextWithout('changed_at', 'version', 'roster_version');

const linesSql = (part: string) =>
  part === 'stage'
    ? `SELECT tablename AS line FROM pg_tables WHERE schemaname = 'stage'`
    : `SELECT ${comparedText} AS line FROM ${part} t`;

/** A checksum of all rows of each partition, computed in the database. */
async function digestDatabase({ pool }: Installation): Promise<Digest> {
  const parts = new Map<string, string>();
  for (const table of tables) {
    const { rows } = await pool.query(
      `SELECT tableoid::regclass::text AS part, count(*) AS rows, sum(hashtextextended(${comparedText}, 0)::numeric)::text AS one,
         sum(hashtextextended(${comparedText}, 1)::numeric)::text AS two FROM ${table} t GROUP BY 1`,
    );
    for (const { part, rows: count, one, two } of rows) parts.set(part, `${count} ${one} ${two}`);
  }
  parts.set('stage', `${(await pool.query(linesSql('stage'))).rows.length} tables left`);
  return {
    parts,
    linesOf: async (part) => (await pool.query(linesSql(part))).rows.map(({ line }) => line),
  };
}

interface Hits {
  _scroll_id: string;
  hits: { hits: { _id: string; _source: { hash: string } }[] };
}

/** Id and content hash of every document of an index. */
async function* documentsOf({ opensearch }: Installation, index: string): AsyncGenerator<string> {
  await opensearch.indices.refresh({ index });
  const first = { index, scroll: '5m', body: { size: 10_000, _source: ['hash'], sort: ['_doc'] } };
  let { body } = (await opensearch.search(first as never)) as unknown as { body: Hits };
  while (body.hits.hits.length > 0) {
    for (const { _id, _source } of body.hits.hits) yield `${_id} ${_source.hash}`;
    const next = { body: { scroll: '5m', scroll_id: body._scroll_id } };
    ({ body } = (await opensearch.scroll(next)) as unknown as { body: Hits });
  }
  await opensearch.clearScroll({ body: { scroll_id: [body._scroll_id] } });
}

async function liveIndices({ pool }: Installation): Promise<Record<string, string>> {
  const { rows } = await pool.query(
    'SELECT indices FROM generation WHERE live_since IS NOT NULL ORDER BY live_since DESC LIMIT 1',
  );
  return rows[0].indices;
}

/** Checksums of all documents of the live generation, in 256 parts per index. */
async function digestOpenSearch(installation: Installation): Promise<Digest> {
  const indices = await liveIndices(installation);
  const sums = new Map<string, { documents: number; sum: bigint }>();
  const hashOf = (line: string) => createHash('sha256').update(line).digest();
  const partOf = (kind: string, hash: Buffer) => `${kind} ${hash[0]}`;
  for (const [kind, index] of Object.entries(indices)) {
    for await (const line of documentsOf(installation, index)) {
      const hash = hashOf(line);
      const { documents, sum } = sums.get(partOf(kind, hash)) ?? { documents: 0, sum: 0n };
      sums.set(partOf(kind, hash), { documents: documents + 1, sum: sum + hash.readBigUInt64BE(8) });
    }
  }
  return {
    parts: new Map([...sums].map(([part, { documents, sum }]) => [part, `${documents} ${sum}`])),
    async linesOf(part) {
      const [kind = ''] = part.split(' ');
      const lines = await Array.fromAsync(documentsOf(installation, indices[kind] ?? ''));
      return lines.filter((line) => partOf(kind, hashOf(line)) === part);
    },
  };
}

/** Maximum number of parts that are compared line by line, because each reads all documents of an index. */
const partsRead = 8;

/** The lines that only one side has. If there are none, a line is duplicated. */
async function differencesIn(part: string, one: Digest, other: Digest): Promise<string[]> {
  const left = new Set(await one.linesOf(part));
  const right = new Set(await other.linesOf(part));
  const found = [...left.symmetricDifference(right)].map((line) => `${part} ${left.has(line) ? '-' : '+'} ${line}`);
  return found.length > 0 ? found : [`${part}: ${one.parts.get(part)} against ${other.parts.get(part)}`];
}

async function differencesOf(one: Digest, other: Digest): Promise<string[]> {
  const parts = new Set([...one.parts.keys(), ...other.parts.keys()]);
  const differing = [...parts].filter((part) => one.parts.get(part) !== other.parts.get(part));
  const found: string[] = [];
  for (const part of differing.slice(0, partsRead)) found.push(...(await differencesIn(part, one, other)));
  // Further parts are only named.
  return [...found, ...differing.slice(partsRead).map((part) => `${part}: differs`)];
}

/** The number of compared rows and documents, and those that only one of the two installations has. */
export interface Comparison {
  rows: number;
  documents: number;
  differences: string[];
}

const countOf = ({ parts }: Digest) => [...parts.values()].reduce((sum, part) => sum + Number.parseInt(part, 10), 0);

/** Compares two installations without loading them into memory. */
export async function compareInstallations(one: Installation, other: Installation): Promise<Comparison> {
  const [oneDatabase, otherDatabase] = [await digestDatabase(one), await digestDatabase(other)];
  const [oneStore, otherOpenSearch] = [await digestOpenSearch(one), await digestOpenSearch(other)];
  return {
    rows: countOf(oneDatabase),
    documents: countOf(oneStore),
    differences: [
      ...(await differencesOf(oneDatabase, otherDatabase)),
      ...(await differencesOf(oneStore, otherOpenSearch)),
    ],
  };
}

/** The result of the first run of each file. It must not depend on the number of restarts. */
export async function readRuns({ pool }: Installation): Promise<unknown[]> {
  const { rows } = await pool.query(
    'SELECT DISTINCT ON (input) input, state, counts, reasons, checks, files FROM run ORDER BY input, id',
  );
  return rows;
}
