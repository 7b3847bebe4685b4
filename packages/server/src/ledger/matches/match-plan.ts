import type { Client } from '../pool.ts';
import { baseOf, stageTable } from './match-stage.ts';

const [group, found, standing] = (['group', 'found', 'standing'] as const).map(stageTable);

/** The most companies that are proposed for one unregistered group. */
const maxProposed = 5;

// The matches that a run may change, with the groups to which their records belong now; null: none, or removed.
const existingMatches = `
  INSERT INTO ${standing}
  SELECT m.id, m.state, f.grp, c.grp FROM match m
  LEFT JOIN company_record fr ON fr.source_id = m.free_source AND fr.key = m.free_key AND NOT fr.removed
  LEFT JOIN company_record cr ON cr.source_id = m.company_source AND cr.key = m.company_key AND NOT cr.removed
  LEFT JOIN ${group} f ON f.base = ${baseOf('fr')} LEFT JOIN ${group} c ON c.base = ${baseOf('cr')}
  WHERE m.state IN ('candidate', 'linked')`;

const keepBest = `
  DELETE FROM ${found} worse USING (
    SELECT o.ctid, row_number() OVER (PARTITION BY o.free ORDER BY o.linked DESC, o.score DESC, c.key, s.name) AS place
    FROM ${found} o JOIN ${group} c ON c.grp = o.company JOIN source s ON s.id = c.source_id) placed
  WHERE worse.ctid = placed.ctid AND place > ${maxProposed}`;

// An existing pair keeps its match id, even if other records represent it now; a link wins over a proposal.
const assignMatchIds = `
  UPDATE ${found} o SET match_id = coalesce(s.match_id, nextval('match_id')), stands = s.state
  FROM ${found} same LEFT JOIN (
    SELECT DISTINCT ON (free, company) * FROM ${standing} ORDER BY free, company, state DESC, match_id) s USING (free, company)
  WHERE same.ctid = o.ctid`;

/** Compares the pairs that were found with the existing matches. */
export async function planMatches(client: Client): Promise<void> {
  await client.query(existingMatches);
  await client.query(keepBest);
  await client.query(`ANALYZE ${found}, ${standing}`);
  await client.query(assignMatchIds);
  await client.query(`CREATE INDEX ON ${found} (match_id)`);
  await client.query(`CREATE INDEX ON ${standing} (match_id) WHERE state = 'linked'`);
}

/** The next links to withdraw. */
export async function nextWithdrawals(client: Client, after: number, limit: number): Promise<number[]> {
  const { rows } = await client.query(
    `SELECT s.match_id FROM ${standing} s WHERE s.state = 'linked' AND s.match_id > $1
       AND NOT EXISTS (SELECT FROM ${found} o WHERE o.match_id = s.match_id AND o.linked)
     ORDER BY s.match_id LIMIT $2`,
    [after, limit],
  );
  return rows.map(({ match_id }) => match_id);
}

/** The next links to create. */
export async function nextLinks(client: Client, after: number, limit: number): Promise<number[]> {
  const { rows } = await client.query(
    `SELECT match_id FROM ${found} WHERE linked AND stands IS DISTINCT FROM 'linked' AND match_id > $1
     ORDER BY match_id LIMIT $2`,
    [after, limit],
  );
  return rows.map(({ match_id }) => match_id);
}

/** Updates the matches to what was found. A link that is not created yet is stored as a candidate. */
export async function saveCandidates(client: Client): Promise<void> {
  await client.query(
    `DELETE FROM match m USING ${standing} s WHERE m.id = s.match_id AND m.state = 'candidate'
       AND NOT EXISTS (SELECT FROM ${found} o WHERE o.match_id = m.id)`,
  );
  await client.query(
    `UPDATE match m SET score = o.score, reasons = o.reasons FROM ${found} o
     WHERE m.id = o.match_id AND o.stands IS NOT NULL AND (m.score, m.reasons) IS DISTINCT FROM (o.score, o.reasons)`,
  );
  await client.query(
    `INSERT INTO match (id, free_source, free_key, company_source, company_key, state, score, reasons)
     SELECT o.match_id, f.source_id, f.key, c.source_id, c.key, 'candidate', o.score, o.reasons
     FROM ${found} o JOIN ${group} f ON f.grp = o.free JOIN ${group} c ON c.grp = o.company WHERE o.stands IS NULL`,
  );
}

export interface Compared {
  /** Companies with a register number, and groups of records without one. */
  companies: number;
  free: number;
}

export async function countCompared(client: Client): Promise<Compared> {
  const { rows } = await client.query(
    `SELECT count(*) FILTER (WHERE numbered) AS companies, count(*) FILTER (WHERE NOT numbered) AS free FROM ${group}`,
  );
  return rows[0];
}
