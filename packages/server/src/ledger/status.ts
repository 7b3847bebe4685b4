import type { Queryable } from './pool.ts';

export interface LedgerStatus {
  version: string;
  companies: number;
  redirects: number;
  companyRecords: number;
  people: number;
  employments: number;
  waiting: number;
  suppressed: number;
  dirty: { slot: number; count: number }[];
  parked: { slot: number; kind: number; id: string; reason: string }[];
  parkedCount: number;
  running: { id: number; source: string; state: string; started_at: Date }[];
  lastRuns: { id: number; source: string; state: string; ended_at: Date | null; reason: string | null }[];
}

const runs = (where: string) => `SELECT r.id, s.name AS source, r.state, r.started_at, r.ended_at, r.reason
  FROM run r JOIN source s ON s.id = r.source_id WHERE ${where} ORDER BY r.id DESC LIMIT 5`;

/** Counts what the ledger holds. Exact, and so a scan: for an operator's eyes, not for a request. */
export async function readStatus(ledger: Queryable): Promise<LedgerStatus> {
  const { rows } = await ledger.query(`
    SELECT current_setting('server_version') AS version,
      (SELECT count(*) FROM company WHERE redirect_to IS NULL) AS companies,
      (SELECT count(*) FROM company WHERE redirect_to IS NOT NULL) AS redirects,
      (SELECT count(*) FROM company_record WHERE NOT removed) AS "companyRecords",
      (SELECT count(DISTINCT person_id) FROM employment WHERE NOT removed) AS people,
      (SELECT count(*) FROM employment WHERE NOT removed) AS employments,
      (SELECT count(*) FROM person_record WHERE company_id IS NULL) AS waiting,
      (SELECT count(*) FROM suppression) AS suppressed,
      (SELECT count(*) FROM parked) AS "parkedCount"`);
  const dirty = await ledger.query('SELECT slot, count(*) AS count FROM dirty GROUP BY slot');
  const parked = await ledger.query('SELECT slot, kind, id, reason FROM parked ORDER BY parked_at DESC LIMIT 3');
  const running = await ledger.query(runs(`r.state IN ('staging', 'applying')`));
  const lastRuns = await ledger.query(runs(`r.state IN ('done', 'stopped')`));
  return { ...rows[0], dirty: dirty.rows, parked: parked.rows, running: running.rows, lastRuns: lastRuns.rows };
}
