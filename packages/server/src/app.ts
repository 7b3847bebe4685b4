import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import packageFacts from '../package.json' with { type: 'json' };
import { KeyCache } from './access/key-cache.ts';
import { checkKey } from './access/keys.ts';
import { lookUpCompanyRoute } from './companies/lookup.route.ts';
import type { Config } from './config.ts';
import { checkReady } from './engine/readiness.ts';
import { EngineReader, type ServedGeneration } from './engine/reading.ts';
import { healthRoutes } from './http/health.ts';
import { type Metrics, metricsRoute, openMetrics } from './http/metrics.ts';
import { openHttp } from './http/open-http.ts';
import { referenceRoutes } from './http/reference.ts';
import { findKey, keyChannel } from './ledger/api-keys.ts';
import { listen } from './ledger/listen.ts';
import type { Pool } from './ledger/pool.ts';
import { searchPeopleRoute } from './people/search.route.ts';
import { rulesHash } from './rules/rules-hash.ts';

export interface AppDeps {
  readonly config: Pick<Config, 'DATABASE_URL' | 'OPENSEARCH_URL' | 'LOG_LEVEL'>;
  readonly pool: Pool;
  /** What is answered from; fails while there is none. */
  generation(): ServedGeneration;
  /** Whom no answer about this company may show. */
  suppressedAt(company: string): readonly string[];
  /** Signs cursors; the same in every process. */
  readonly cursorKey: Buffer;
  readonly logger?: Logger;
  readonly metrics?: Metrics;
}

/** The keys of the ledger, cached, and forgotten as soon as they are revoked. */
function openKeys({ config, pool }: AppDeps, metrics: Metrics) {
  const keys = new KeyCache({ readKey: (hash) => findKey(pool, hash), count: metrics.countKeyCheck });
  const changes = listen({
    connectionString: config.DATABASE_URL,
    channels: { [keyChannel]: (id) => keys.revoke(id) },
    onConnected: () => keys.doubt(),
  });
  return { keys, changes };
}

/** The whole service, ready to listen; `close` ends everything that it opened. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const log = deps.logger ?? pino({ level: deps.config.LOG_LEVEL });
  const metrics = deps.metrics ?? openMetrics();
  const { keys, changes } = openKeys(deps, metrics);
  const reader = new EngineReader(deps.config.OPENSEARCH_URL);
  const app = await openHttp({
    log,
    checkKey: (authorization, scope) => checkKey({ keys }, authorization, scope),
    observe: metrics.observeAnswer,
  });
  app.addHook('onClose', async () => {
    reader.close();
    await changes.stop();
  });
  const { generation, suppressedAt, cursorKey } = deps;
  healthRoutes(app, () => checkReady({ generation, reader }));
  referenceRoutes(app, packageFacts.version);
  lookUpCompanyRoute(app, { generation, reader });
  searchPeopleRoute(app, { generation, reader, suppressedAt, cursorKey, rulesHash: rulesHash() });
  return app;
}

/** The metrics on a server of their own, never on the public one. */
export async function startMetrics(
  metrics: Metrics,
  { host, port, logger }: { host: string; port: number; logger: Logger },
): Promise<FastifyInstance> {
  const app = await openHttp({ log: logger, checkKey: () => Promise.reject(new Error('Metrics have no keys')) });
  metricsRoute(app, metrics);
  await app.listen({ host, port, listenTextResolver: (address) => `metrics on ${address}` });
  return app;
}
