import type { KeyObject } from 'node:crypto';
import type { ProblemCode } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { runPeriodically } from '../../core/async/periodic-task.ts';
import type { Config } from '../../core/settings/config.ts';
import type { Secret } from '../../core/settings/secret.ts';
import type { Rates } from '../../knowledge/rules/money/exchange-rates.ts';
import { openCoverageThread } from '../../pipeline/coverage/measure-thread.ts';
import { completeErasures } from '../../pipeline/privacy/erase.ts';
import { connectOpenSearch } from '../../stores/opensearch/client.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import { accessRoutes } from '../access/access.route.ts';
import { openRefusalCounter } from '../access/refusals.ts';
import { openAdminEndpoints } from '../http/admin-endpoint.ts';
import { type MachineStatus, noHistory } from '../http/status-history.ts';
import { adminRoutes } from './admin.route.ts';
import { openPendingErasures } from './people-rights.ts';

interface AdminDeps {
  readonly config: Config;
  readonly pool: Pool;
  readonly secret: Secret;
  readonly auditKey: KeyObject;
  readonly cursorKey: Buffer;
  readonly rates: Rates;
  readonly meter: { flush(): Promise<void>; isHealthy(): boolean };
  limitsShared(): boolean;
  readonly machine?: () => MachineStatus;
}

/** How often rejected requests are written to the database. */
const refusalsEveryMs = 20_000;

/** What the operations of the operator need, and what they count. */
export function openAdmin(given: AdminDeps, log: Logger) {
  const { config, pool, rates, meter, machine = () => noHistory } = given;
  const opensearch = connectOpenSearch(config.OPENSEARCH_URL);
  const refusals = openRefusalCounter(pool);
  const flushing = runPeriodically(
    { name: 'store rejected requests', everyMs: refusalsEveryMs, work: refusals.flush },
    log,
  );
  const erasures = openPendingErasures(() => completeErasures(pool), log);
  const coverageThread = openCoverageThread({ databaseUrl: config.DATABASE_URL, rates }, ({ message }) =>
    log.warn({ message }, 'cannot measure the coverage'),
  );
  return {
    countProblem: ({ accountId }: { accountId: number }, code: ProblemCode) => refusals.add(accountId, code),
    routes(app: FastifyInstance): void {
      const admin = openAdminEndpoints(app, given);
      accessRoutes(admin, { ...given, refusals, flush: () => meter.flush() });
      adminRoutes(admin, {
        ...given,
        opensearch,
        coverageThread,
        erasures,
        machine,
        home: config.ORGDEX_HOME,
        redisUrl: config.REDIS_URL,
        maxAges: config.ORGDEX_PEOPLE_MAX_AGE,
        usageRecorded: () => meter.isHealthy(),
      });
    },
    async close(): Promise<void> {
      await Promise.all([flushing.stop(), erasures.stop(), coverageThread.stop(), opensearch.close()]);
      await refusals.flush().catch(() => {});
    },
  };
}
