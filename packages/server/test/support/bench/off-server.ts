import { lookUpCompanyRoute } from '../../../src/companies/lookup.route.ts';
import { readConfig } from '../../../src/config.ts';
import { EngineReader } from '../../../src/engine/reading.ts';
import { openLogger } from '../../../src/http/logger.ts';
import { openMetrics } from '../../../src/http/metrics.ts';
import { openHttp } from '../../../src/http/open-http.ts';
import { publishedChannel } from '../../../src/ledger/generations.ts';
import { listen } from '../../../src/ledger/listen.ts';
import { openLedger } from '../../../src/ledger/pool.ts';
import { searchPeopleRoute } from '../../../src/people/search.route.ts';
import { openServedGeneration } from '../../../src/publish/served-generation.ts';
import { builtInRates } from '../../../src/rules/rates.ts';
import { titleRulesHash } from '../../../src/rules/rules-hash.ts';
import { openVisit } from '../visit.ts';

// The same two operations by the same code, and nobody is asked who they are. For the measurement only: nothing in the
// product sets this.
const config = readConfig();
const { log } = openLogger(config.LOG_LEVEL);
const pool = openLedger(config.DATABASE_URL);
const served = openServedGeneration({ pool, cacheBytes: config.ORGDEX_CACHE_MB * 2 ** 20, rates: builtInRates });
await served.refresh();
setInterval(() => void served.refresh(), 1000);
listen({
  connectionString: config.DATABASE_URL,
  channels: { [publishedChannel]: served.hear },
  onConnected: () => {},
});
const live = { generation: served.current, suppressedAt: () => [], rehearse: async () => {} };
const worlds = { live, test: live };
const reader = new EngineReader(config.OPENSEARCH_URL);
const app = await openHttp({ log, openVisit, observe: openMetrics().observeAnswer });
lookUpCompanyRoute(app, { worlds, reader });
searchPeopleRoute(app, { worlds, reader, cursorKey: Buffer.alloc(32), rulesHash: titleRulesHash() });
await app.listen({ host: config.HOST, port: config.PORT });
process.on('SIGTERM', () => process.exit());
