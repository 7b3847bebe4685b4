import { lookUpCompanyRoute } from '../../../server/src/api/companies/companies.route.ts';
import { openLogger } from '../../../server/src/api/http/log-output.ts';
import { openMetrics } from '../../../server/src/api/http/metrics.ts';
import { openHttp } from '../../../server/src/api/http/server.ts';
import { searchPeopleRoute } from '../../../server/src/api/people/people.route.ts';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import { builtInRates } from '../../../server/src/knowledge/rules/money/exchange-rates.ts';
import { titleRulesHash } from '../../../server/src/knowledge/rules/rules-hash.ts';
import { openServedGeneration } from '../../../server/src/pipeline/publish/served-generation.ts';
import { IndexReader } from '../../../server/src/stores/opensearch/index-reader.ts';
import { listen } from '../../../server/src/stores/postgres/listen.ts';
import { publishedChannel } from '../../../server/src/stores/postgres/outbox/generations.ts';
import { openPool } from '../../../server/src/stores/postgres/pool.ts';
import { authorizeTestRequest } from '../../../testing/src/access/authorized-request.ts';

// The same routes and read path, without keys, limits and metering. Only for measurements: the product has no such
// setting.
const config = readConfig();
const { log } = openLogger(config.LOG_LEVEL);
const pool = openPool(config.DATABASE_URL);
const served = openServedGeneration({ pool, cacheBytes: config.ORGDEX_CACHE_MB * 2 ** 20, rates: builtInRates });
await served.refresh();
setInterval(() => void served.refresh(), 1000);
listen({
  connectionString: config.DATABASE_URL,
  channels: { [publishedChannel]: served.hear },
  onConnected: () => {},
});
const live = { generation: served.current, suppressedAt: () => [], simulateProblem: async () => {} };
const datasets = { live, test: live };
const reader = new IndexReader(config.OPENSEARCH_URL);
const app = await openHttp({ log, authorize: authorizeTestRequest, observe: openMetrics().observeAnswer });
lookUpCompanyRoute(app, { datasets, reader });
searchPeopleRoute(app, { datasets, reader, cursorKey: Buffer.alloc(32), rulesHash: titleRulesHash() });
await app.listen({ host: config.HOST, port: config.PORT });
process.on('SIGTERM', () => process.exit());
