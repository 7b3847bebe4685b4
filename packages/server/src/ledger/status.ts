import { type ListedRun, listRuns } from './imports/run-list.ts';
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
  pending: { slot: number; count: number }[];
  failed: { slot: number; kind: number; id: string; reason: string }[];
  failedCount: number;
  /** Unfinished runs first, then the latest finished ones. */
  runs: ListedRun[];
}

const shownRuns = 5;

/** Counts what the ledger contains. The counts are exact and need full scans: for operators, not for API requests. */
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
      (SELECT count(*) FROM failed_document) AS "failedCount"`);
  const pending = await ledger.query('SELECT slot, count(*) AS count FROM outbox GROUP BY slot');
  const failed = await ledger.query(
    'SELECT slot, kind, id, reason FROM failed_document ORDER BY failed_at DESC LIMIT 3',
  );
  const unfinished = await listRuns(ledger, { ended: false, limit: shownRuns });
  const ended = await listRuns(ledger, { ended: true, limit: shownRuns });
  return { ...rows[0], pending: pending.rows, failed: failed.rows, runs: [...unfinished, ...ended] };
}
