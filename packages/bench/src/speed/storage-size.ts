import { type GenerationIndices, rosterDocumentId } from '../../../server/src/engine/documents.ts';
import type { Pool } from '../../../server/src/ledger/pool.ts';
import { liveIndices, type Place } from './installation.ts';
import { companiesOf } from './sample-companies.ts';

interface Stored {
  readonly count: number;
  readonly bytes: number;
}

/** What a world takes in both stores: from this a size that nobody measured is reckoned. */
export interface Holdings {
  /** The documents of each index, rosters among those of the companies. */
  readonly engine: Readonly<Record<keyof GenerationIndices, Stored>>;
  /** The part of the company index's sources that is rosters. */
  readonly rosterShare: number;
  /** Tables with their indexes, by what they grow with. */
  readonly ledgerBytes: Readonly<Record<keyof typeof tables, number>>;
  readonly answers: number;
}

/** Tables with a row for each company, person or answer. Of operators, accounts and runs there are few; marks come and go. */
const tables = {
  company: ['company_record', 'claim', 'company', 'identifier'],
  person: ['person_record', 'person_reference', 'person_slug', 'person_alias', 'contact_hash', 'employment'],
  answer: ['usage'],
} as const;

const bytesSql = `SELECT sum(pg_total_relation_size(relid))::float8 AS bytes
  FROM unnest($1::regclass[]) AS parent, pg_partition_tree(parent)`;

async function readLedgerBytes(pool: Pool): Promise<Holdings['ledgerBytes']> {
  const sizes = Object.entries(tables).map(async ([kind, names]) => {
    const { rows } = await pool.query<{ bytes: number }>(bytesSql, [names]);
    return [kind, rows[0]?.bytes ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(sizes)) as Holdings['ledgerBytes'];
}

async function readStored({ engine }: Place, index: string): Promise<Stored> {
  const { body } = await engine.indices.stats({ index, metric: ['store', 'docs'] });
  const { docs, store } = body._all.primaries ?? {};
  return { count: docs?.count ?? 0, bytes: Number(store?.size_in_bytes ?? 0) };
}

const sampled = 1000;

/** Of some companies: the engine does not tell documents of one index apart. */
async function readRosterShare({ engine, pool }: Place, index: string): Promise<number> {
  const companies = (await companiesOf(pool)).slice(0, sampled).map(({ company }) => company);
  const lengthOf = async (docs: { _id: string; routing: string }[]) => {
    const { body } = await engine.mget({ index, body: { docs } });
    const found = body.docs as { _source?: object }[];
    return found.reduce((sum, { _source }) => sum + (_source ? JSON.stringify(_source).length : 0), 0);
  };
  const profiles = await lengthOf(companies.map((id) => ({ _id: id, routing: id })));
  const rosters = await lengthOf(companies.map((id) => ({ _id: rosterDocumentId(id), routing: id })));
  return rosters / (profiles + rosters);
}

export async function readHoldings(place: Place): Promise<Holdings> {
  const indices = await liveIndices(place);
  const kinds = Object.entries(indices).map(async ([kind, index]) => [kind, await readStored(place, index)] as const);
  const { rows } = await place.pool.query<{ count: number }>('SELECT count(*)::int FROM usage');
  return {
    engine: Object.fromEntries(await Promise.all(kinds)) as Holdings['engine'],
    rosterShare: await readRosterShare(place, indices.company),
    ledgerBytes: await readLedgerBytes(place.pool),
    answers: rows[0]?.count ?? 0,
  };
}
