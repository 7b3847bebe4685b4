import type { Pool } from '../../../src/ledger/pool.ts';
import type { Place } from '../bench/place.ts';
import { companiesIn, identifiersIn, peopleIn } from './documents.ts';

// Text is quicker to give than jsonb, and nobody looks into a profile here.
const create = `
  CREATE TABLE company (id text PRIMARY KEY, name text, profile text NOT NULL, regions jsonb);
  CREATE TABLE identifier (identifier text PRIMARY KEY, company text NOT NULL);
  CREATE TABLE person (
    company text NOT NULL, person text COLLATE "C" NOT NULL, country text NOT NULL, words text[] NOT NULL,
    word_count integer NOT NULL, rank integer NOT NULL, levels integer[] NOT NULL, departments integer[] NOT NULL,
    match jsonb NOT NULL, PRIMARY KEY (company, person)
  )`;

const inserts = {
  company: `INSERT INTO company SELECT id, served ->> 'name', served ->> 'body', served -> 'regions'
    FROM jsonb_to_recordset($1) AS sent (id text, served jsonb)`,
  identifier: 'INSERT INTO identifier SELECT * FROM jsonb_populate_recordset(NULL::identifier, $1)',
  person: 'INSERT INTO person SELECT * FROM jsonb_populate_recordset(NULL::person, $1)',
} as const;

// One company's people of a country are few: the words are compared after the index has found them.
const finish = ['CREATE INDEX ON person (company, country)', 'VACUUM ANALYZE'];

/** Puts what is served of a world into tables, as one would who has nothing but PostgreSQL. */
export async function fillTables(pool: Pool, place: Place): Promise<void> {
  await pool.query(create);
  const sources = { company: companiesIn, identifier: identifiersIn, person: peopleIn };
  for (const [table, read] of Object.entries(sources)) {
    const insert = inserts[table as keyof typeof inserts];
    for await (const rows of read(place)) await pool.query(insert, [JSON.stringify(rows)]);
  }
  for (const sql of finish) await pool.query(sql);
}
