import { stageOf } from '../imports/stage.ts';
import { type Queryable, queryRow } from '../pool.ts';

/** What identifies a person in the rows of an unfinished import. */
export interface StagedIdentity {
  /** Keyed hashes. */
  values: readonly string[];
  people: readonly string[];
  records: readonly { source: string; key: string }[];
}

interface Stage {
  run: number;
  source: string;
  writable: boolean;
}

/** The unfinished runs that have staged people. */
async function readStages(database: Queryable): Promise<Stage[]> {
  const { rows } = await database.query<Stage>(
    `SELECT r.id AS run, s.name AS source, has_table_privilege(c.oid, 'UPDATE') AS writable
     FROM run r JOIN source s ON s.id = r.source_id
     JOIN pg_class c ON c.relname = 'person_' || r.id AND c.relnamespace = 'stage'::regnamespace
     WHERE r.state IN ('staging', 'applying') ORDER BY r.id`,
  );
  return rows;
}

const isTheirs = '(handles && $1::text[] OR candidate = ANY($2::text[]) OR key = ANY($3::text[]))';

const keysIn = ({ source }: Stage, { records }: StagedIdentity): string[] =>
  records.filter((record) => record.source === source).map(({ key }) => key);

/** How many staged rows are about these people; rows that this role cannot read do not count. */
export async function countStaged(database: Queryable, identity: StagedIdentity): Promise<number> {
  let count = 0;
  for (const stage of (await readStages(database)).filter(({ writable }) => writable)) {
    const found = await queryRow<{ count: number }>(
      database,
      `SELECT count(*) AS count FROM ${stageOf(stage.run).person} WHERE ${isTheirs}`,
      [identity.values, identity.people, keysIn(stage, identity)],
    );
    count += found.count;
  }
  return count;
}

/**
 * Clears the staged rows of these people. A row stays as a suppressed one, because an import that continues compares the number
 * of its rows. Returns the runs whose rows belong to another role: they are deleted when the run ends.
 */
export async function clearStaged(database: Queryable, identity: StagedIdentity): Promise<number[]> {
  const stages = await readStages(database);
  for (const stage of stages.filter(({ writable }) => writable)) {
    const { person, rejection } = stageOf(stage.run);
    const keys = keysIn(stage, identity);
    await database.query(
      `UPDATE ${person} SET key = 'erased-' || line, company_ref = '', position = NULL, network = NULL, levels = NULL,
         departments = NULL, contacts = '{}', handles = $4, hash = '', candidate = NULL WHERE ${isTheirs}`,
      [identity.values, identity.people, keys, identity.values.slice(0, 1)],
    );
    await database.query(`UPDATE ${rejection} SET key = NULL WHERE key = ANY($1)`, [keys]);
    await database.query(`ANALYZE ${person}, ${rejection}`);
  }
  return stages.filter(({ writable }) => !writable).map(({ run }) => run);
}
