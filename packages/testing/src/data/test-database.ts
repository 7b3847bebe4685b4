import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordAuditAs } from '../../../server/src/api/access/audit.ts';
import { silent } from '../../../server/src/core/output/progress.ts';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import { ensureSecret } from '../../../server/src/core/settings/secret.ts';
import { builtInRates } from '../../../server/src/knowledge/rules/money/exchange-rates.ts';
import { type ImportResult, importRecords } from '../../../server/src/pipeline/imports/import-records.ts';
import type { ImportOptions } from '../../../server/src/pipeline/imports/run-context.ts';
import { suppressRefusedWith } from '../../../server/src/pipeline/privacy/extend-opt-outs.ts';
import type { PublishCounts } from '../../../server/src/pipeline/publish/publish-batch.ts';
import { publishAll } from '../../../server/src/pipeline/publish/publisher.ts';
import { ensureGeneration } from '../../../server/src/pipeline/publish/rebuild.ts';
import { connectOpenSearch } from '../../../server/src/stores/opensearch/client.ts';
import type { GenerationIndices } from '../../../server/src/stores/opensearch/documents.ts';
import { listGenerations } from '../../../server/src/stores/postgres/outbox/generations.ts';
import { openEmptyDatabase } from '../stores/database.ts';
import { checkRunsAddUp } from './adds-up.ts';
import type { AnyRecord } from './records.ts';

/** A home folder with its secret. Several databases can share it, as after a restore. */
export function makeHome() {
  const home = mkdtempSync(join(tmpdir(), 'orgdex-home-'));
  return { home, secret: ensureSecret(home), drop: () => rmSync(home, { recursive: true, force: true }) };
}
export type Home = ReturnType<typeof makeHome>;

/** A database and, once something is published, indices for one test suite: everything but HTTP. */
export async function openTestDatabase(given?: Home, rosterPeople = 200) {
  const home = given ?? makeHome();
  const database = await openEmptyDatabase();
  const opensearch = connectOpenSearch(readConfig().OPENSEARCH_URL);
  const prefix = `t${randomBytes(6).toString('hex')}`;
  const { pool } = database;
  const deps = {
    pool,
    secret: home.secret,
    home: home.home,
    progress: silent,
    suppressRefused: suppressRefusedWith(home),
    recordAudit: recordAuditAs(home.secret.auditKey, 'cli:test'),
  };
  const options = { prefix, shards: 1, replicas: '0' };
  const rebuildDeps = { pool, opensearch, options, rosterPeople, rates: builtInRates, progress: silent };
  let files = 0;

  const writeLines = (lines: readonly string[]): string => {
    files += 1;
    const path = join(home.home, `${prefix}-${files}.ndjson`);
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    return path;
  };
  const importFile = (path: string, source: string, options: Partial<ImportOptions> = {}): Promise<ImportResult> =>
    importRecords(deps, { files: [path], source, batchSize: 20_000, ...options });

  return {
    ...home,
    url: database.url,
    pool,
    opensearch,
    prefix,
    deps,
    rebuildDeps,
    writeLines,
    writeRecords: (records: readonly AnyRecord[]) => writeLines(records.map((record) => JSON.stringify(record))),
    importFile,
    async importRecords(source: string, records: readonly AnyRecord[], options: Partial<ImportOptions> = {}) {
      return importFile(writeLines(records.map((record) => JSON.stringify(record))), source, options);
    },
    async rows<T = Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<T[]> {
      return (await pool.query(sql, values)).rows as T[];
    },
    async publish(): Promise<PublishCounts> {
      return (await ensureGeneration(rebuildDeps)) ?? publishAll(rebuildDeps, silent);
    },
    async indices(): Promise<GenerationIndices> {
      const [live] = await listGenerations(pool);
      if (!live) throw new Error('Nothing is published yet.');
      return live.indices;
    },
    async pending(): Promise<number> {
      return Number((await pool.query('SELECT count(*) FROM outbox')).rows[0].count);
    },
    /** Cuts the connections that hold a lock: a running import or publisher. */
    cut: () =>
      pool.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database()
        AND pid <> pg_backend_pid() AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')`),
    /** Checks the counts of all runs, as every suite that imports must do. */
    async close(): Promise<void> {
      try {
        await checkRunsAddUp(pool);
      } finally {
        await opensearch.indices.delete({ index: `${prefix}-*`, ignore_unavailable: true }).catch(() => {});
        await opensearch.close();
        await database.drop();
        if (!given) home.drop();
      }
    },
  };
}

export type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;
