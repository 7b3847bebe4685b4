import type { Pool } from '../../../server/src/stores/postgres/pool.ts';
import type { BenchInstallation } from '../speed/installation.ts';
import { companiesIn, identifiersIn, peopleIn, type StoredCompany } from './documents.ts';

// Text is faster to return than jsonb, and no query reads the fields of a profile.
const create = `
  CREATE TABLE company (id text PRIMARY KEY, name text, profile text NOT NULL, regions jsonb);
  CREATE TABLE identifier (identifier text PRIMARY KEY, company text NOT NULL);
  CREATE TABLE person (
    company text NOT NULL, person text COLLATE "C" NOT NULL, country text NOT NULL, words text[] NOT NULL,
    word_count integer NOT NULL, rank integer NOT NULL, levels integer[] NOT NULL, departments integer[] NOT NULL,
    match jsonb NOT NULL, PRIMARY KEY (company, person)
  )`;

/** The row of a company, with the response bodies as they are sent. */
function toRow({ id, served: { name, base, regions = {} } }: StoredCompany) {
  const texts = Object.entries(regions).map(([country, { text }]) => [country, text]);
  return { id, name, profile: base.text, regions: Object.fromEntries(texts) };
}

async function* companyRows(installation: BenchInstallation) {
  for await (const companies of companiesIn(installation)) yield companies.map(toRow);
}

// A company has few people per country, so the words need no index.
const finish = ['CREATE INDEX ON person (company, country)', 'VACUUM ANALYZE'];

/** Copies the published dataset into tables, as a PostgreSQL-only implementation would store it. */
export async function fillTables(pool: Pool, installation: BenchInstallation): Promise<void> {
  await pool.query(create);
  const sources = { company: companyRows, identifier: identifiersIn, person: peopleIn };
  for (const [table, read] of Object.entries(sources)) {
    const insert = `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`;
    for await (const rows of read(installation)) await pool.query(insert, [JSON.stringify(rows)]);
  }
  for (const sql of finish) await pool.query(sql);
}
