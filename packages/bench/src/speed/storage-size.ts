import { rosterDocumentId } from '../../../server/src/knowledge/rules/identifiers/document-ids.ts';
import type { GenerationIndices } from '../../../server/src/stores/opensearch/documents.ts';
import type { Pool } from '../../../server/src/stores/postgres/pool.ts';
import { type BenchInstallation, liveIndices } from './installation.ts';
import { companiesOf } from './sample-companies.ts';

interface Stored {
  readonly count: number;
  readonly bytes: number;
}

/** The size of a dataset in both stores. Capacity planning extrapolates from it. */
export interface StorageSize {
  /**
   * The documents of each index. The company index also contains the rosters. Results from before companies could be
   * searched have no indices for it.
   */
  readonly opensearch: Readonly<
    Record<'company' | 'identifier' | 'person', Stored> & Partial<Record<keyof GenerationIndices, Stored>>
  >;
  /** The share of the rosters in the company index, by source size. */
  readonly rosterShare: number;
  /** The size of the tables with their indexes, by what they grow with. */
  readonly databaseBytes: Readonly<Record<keyof typeof tables, number>>;
  readonly responses: number;
}

/** Tables with a row for each company, person or response. All other tables are small or temporary. */
const tables = {
  company: ['company_record', 'claim', 'company', 'identifier'],
  person: ['person_record', 'person_reference', 'person_slug', 'person_alias', 'contact_hash', 'employment'],
  response: ['usage'],
} as const;

const bytesSql = `SELECT sum(pg_total_relation_size(relid))::float8 AS bytes
  FROM unnest($1::regclass[]) AS parent, pg_partition_tree(parent)`;

async function readDatabaseBytes(pool: Pool): Promise<StorageSize['databaseBytes']> {
  const sizes = Object.entries(tables).map(async ([kind, names]) => {
    const { rows } = await pool.query<{ bytes: number }>(bytesSql, [names]);
    return [kind, rows[0]?.bytes ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(sizes)) as StorageSize['databaseBytes'];
}

async function readStored({ opensearch }: BenchInstallation, index: string): Promise<Stored> {
  const { body } = await opensearch.indices.stats({ index, metric: ['store', 'docs'] });
  const { docs, store } = body._all.primaries ?? {};
  return { count: docs?.count ?? 0, bytes: Number(store?.size_in_bytes ?? 0) };
}

const sampled = 1000;

/** From a sample of companies, because OpenSearch has no statistics by document type. */
async function readRosterShare({ opensearch, pool }: BenchInstallation, index: string): Promise<number> {
  const companies = (await companiesOf(pool)).slice(0, sampled).map(({ company }) => company);
  const lengthOf = async (docs: { _id: string; routing: string }[]) => {
    const { body } = await opensearch.mget({ index, body: { docs } });
    const found = body.docs as { _source?: object }[];
    return found.reduce((sum, { _source }) => sum + (_source ? JSON.stringify(_source).length : 0), 0);
  };
  const profiles = await lengthOf(companies.map((id) => ({ _id: id, routing: id })));
  const rosters = await lengthOf(companies.map((id) => ({ _id: rosterDocumentId(id), routing: id })));
  return rosters / (profiles + rosters);
}

/** The documents of each index of the live generation. */
export async function readIndexSizes(
  installation: BenchInstallation,
): Promise<Record<keyof GenerationIndices, Stored>> {
  const kinds = Object.entries(await liveIndices(installation)).map(
    async ([kind, index]) => [kind, await readStored(installation, index)] as const,
  );
  return Object.fromEntries(await Promise.all(kinds)) as Record<keyof GenerationIndices, Stored>;
}

export async function readStorageSize(installation: BenchInstallation): Promise<StorageSize> {
  const { company } = await liveIndices(installation);
  const { rows } = await installation.pool.query<{ count: number }>('SELECT count(*)::int FROM usage');
  return {
    opensearch: await readIndexSizes(installation),
    rosterShare: await readRosterShare(installation, company),
    databaseBytes: await readDatabaseBytes(installation.pool),
    responses: rows[0]?.count ?? 0,
  };
}
