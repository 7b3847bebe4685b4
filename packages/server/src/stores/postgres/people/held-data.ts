import { firstSeq } from '../imports/company-batch.ts';
import { type Queryable, queryRow } from '../pool.ts';

/** A record of a person as it is stored, with where it comes from. */
export interface HeldRecord {
  person_id: string;
  source: string;
  key: string;
  company_id: string | null;
  company_ref: string;
  country: string;
  position: string | null;
  network: string | null;
  levels: number[] | null;
  departments: number[] | null;
  flags: number;
  /** Keyed hashes. */
  contacts: string[];
  observed: string;
  last_observed: string;
  first_run: number;
  first_imported: Date | null;
  last_run: number;
  last_changed: Date | null;
}

/** When a person record was last observed, as an SQL expression. */
export const lastObserved = (record: string) => `coalesce(${record}.seen, ${record}.observed)`;

/** The number of a record contains the run that brought it. */
const firstRun = `(p.seq / ${firstSeq(1)})::integer`;

export async function readHeldRecords(database: Queryable, people: readonly string[]): Promise<HeldRecord[]> {
  const { rows } = await database.query<HeldRecord>(
    `SELECT p.person_id, s.name AS source, p.key, p.company_id, p.company_ref, p.country, p.position, p.network, p.levels,
       p.departments, p.flags, p.contacts, p.observed, ${lastObserved('p')} AS last_observed,
       ${firstRun} AS first_run, f.started_at AS first_imported, p.run_id AS last_run, l.started_at AS last_changed
     FROM person_record p JOIN source s ON s.id = p.source_id
     LEFT JOIN run f ON f.id = ${firstRun} LEFT JOIN run l ON l.id = p.run_id
     WHERE p.person_id = ANY($1) ORDER BY p.person_id, s.name, p.key`,
    [people],
  );
  return rows;
}

/** A position as the API returns it: merged from the records. */
export interface HeldPosition {
  person_id: string;
  company_id: string;
  country: string;
  position: string | null;
  network: string | null;
  levels: number[] | null;
  departments: number[] | null;
  flags: number;
}

export async function readHeldPositions(database: Queryable, people: readonly string[]): Promise<HeldPosition[]> {
  const { rows } = await database.query<HeldPosition>(
    `SELECT person_id, company_id, country, position, network, levels, departments, flags FROM employment
     WHERE person_id = ANY($1) AND NOT removed ORDER BY person_id, company_id`,
    [people],
  );
  return rows;
}

interface HeldName {
  person_id: string;
  kind: 'id' | 'slug';
  value: string;
}

/** Former ids and slugs of people. */
export async function readHeldNames(database: Queryable, people: readonly string[]): Promise<HeldName[]> {
  const { rows } = await database.query<HeldName>(
    `SELECT person_id, 'id' AS kind, id AS value FROM person_alias WHERE person_id = ANY($1) AND id <> person_id
     UNION ALL SELECT s.person_id, 'slug', s.slug FROM person_slug s
       WHERE s.slug = ANY (ARRAY(SELECT network FROM person_record WHERE person_id = ANY($1))) AND s.person_id = ANY($1)
     ORDER BY 1, 2, 3`,
    [people],
  );
  return rows;
}

/** Positions that were removed, but are not deleted yet: an id and a company, without content. */
export async function countEndedPositions(database: Queryable, people: readonly string[]): Promise<number> {
  const select = 'SELECT count(*) AS count FROM employment WHERE person_id = ANY($1) AND removed';
  return (await queryRow<{ count: number }>(database, select, [people])).count;
}
