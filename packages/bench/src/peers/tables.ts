import type { Pool } from '../../../server/src/ledger/pool.ts';
import type { Place } from '../speed/installation.ts';
import { companiesIn, identifiersIn, peopleIn, type StoredCompany } from './documents.ts';

// Text is quicker to give than jsonb, and nobody looks into a profile here.
const create = `
  CREATE TABLE company (id text PRIMARY KEY, name text, profile text NOT NULL, regions jsonb);
  CREATE TABLE identifier (identifier text PRIMARY KEY, company text NOT NULL);
  CREATE TABLE person (
    company text NOT NULL, person text COLLATE "C" NOT NULL, country text NOT NULL, words text[] NOT NULL,
    word_count integer NOT NULL, rank integer NOT NULL, levels integer[] NOT NULL, departments integer[] NOT NULL,
    match jsonb NOT NULL, PRIMARY KEY (company, person)
  )`;

/** A company's row: its answers as they are sent. */
function toRow({ id, served: { name, base, regions = {} } }: StoredCompany) {
  const texts = Object.entries(regions).map(([country, { text }]) => [country, text]);
  return { id, name, profile: base.text, regions: Object.fromEntries(texts) };
}

async function* companyRows(place: Place) {
  for await (const companies of companiesIn(place)) yield companies.map(toRow);
}

// One company's people of a country are few: the words are compared after the index has found them.
const finish = ['CREATE INDEX ON person (company, country)', 'VACUUM ANALYZE'];

/** Puts what is served of a world into tables, as one would who has nothing but PostgreSQL. */
export async function fillTables(pool: Pool, place: Place): Promise<void> {
  await pool.query(create);
  const sources = { company: companyRows, identifier: identifiersIn, person: peopleIn };
  for (const [table, read] of Object.entries(sources)) {
    const insert = `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`;
    for await (const rows of read(place)) await pool.query(insert, [JSON.stringify(rows)]);
  }
  for (const sql of finish) await pool.query(sql);
}
