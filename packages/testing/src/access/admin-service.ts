import type { AuditEntry, Scope } from '@orgdex/contract';
import { pino } from 'pino';
import { expect } from 'vitest';
import { listLastAudit } from '../../../server/src/api/access/audit.ts';
import { issueKey } from '../../../server/src/api/access/key-changes.ts';
import { type AppDeps, buildApp } from '../../../server/src/app.ts';
import { Failure } from '../../../server/src/core/errors/failure.ts';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import type { Dataset } from '../../../server/src/stores/opensearch/dataset.ts';
import type { TestDatabase } from '../data/test-database.ts';
import { repeatUnanswered } from '../data/test-service.ts';

type Method = 'GET' | 'POST' | 'PUT';

/** Nothing is published: the operations of the operator read the database. */
const unpublished: Dataset = {
  generation: () => {
    throw new Failure('not_ready');
  },
  suppressedAt: () => [],
  simulateProblem: async () => {},
};

/** The whole service over the database of a test suite, called with an admin key. */
export async function openAdminService(
  database: TestDatabase,
  { repeats = true, ...changes }: Partial<AppDeps> & { repeats?: boolean } = {},
) {
  const { pool, secret } = database;
  const audit = { pool, auditKey: secret.auditKey, actor: 'cli:test' };
  await pool.query(`UPDATE plan SET rate = 10000, burst = 100000 WHERE name = 'standard'`);
  const app = await buildApp({
    config: {
      ...readConfig(),
      DATABASE_URL: database.url,
      ORGDEX_HOME: database.home,
      ORGDEX_INDEX_PREFIX: database.prefix,
    },
    pool,
    datasets: { live: unpublished, test: unpublished },
    cursorKey: secret.cursorKey,
    auditKey: secret.auditKey,
    secret,
    logger: pino({ level: 'silent' }),
    ...changes,
  });
  if (repeats) repeatUnanswered(app);
  const issue = async (...scopes: Scope[]) =>
    (await issueKey(audit, { terms: { account: 'acme', scopes }, makeAccount: true })).key;
  const admin = await issue('admin');
  const call = (method: Method, url: string, payload?: object, key = admin) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(payload && { payload }) });
  return {
    app,
    issue,
    call,
    async ok<T>(method: Method, url: string, payload?: object): Promise<T> {
      const answer = await call(method, url, payload);
      expect(answer.statusCode === 200 ? '' : answer.body).toBe('');
      return answer.json();
    },
    lastAudit: async () => (await listLastAudit({ pool }, 1))[0] as AuditEntry,
    close: () => app.close(),
  };
}

export type AdminService = Awaited<ReturnType<typeof openAdminService>>;
