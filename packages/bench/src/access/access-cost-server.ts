import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { setAccount } from '../../../server/src/api/access/accounts.ts';
import { issueKey } from '../../../server/src/api/access/key-changes.ts';
import { setPlan } from '../../../server/src/api/access/plans.ts';
import { lookUpCompanyRoute } from '../../../server/src/api/companies/companies.route.ts';
import { openMetrics } from '../../../server/src/api/http/metrics.ts';
import { openHttp } from '../../../server/src/api/http/server.ts';
import { IndexReader } from '../../../server/src/stores/opensearch/index-reader.ts';
import { authorizeTestRequest } from '../../../testing/src/access/authorized-request.ts';
import { invented } from '../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService, testAudit } from '../../../testing/src/data/test-service.ts';

/** Messages between the measurement and this process. */
export type Order = 'mark' | 'end';
export interface Started {
  readonly port: number;
  readonly keys: Record<'free' | 'quota', string>;
}
export interface Mark {
  readonly cpuUs: number;
}

const logger = pino({ level: 'info' }, pino.destination('/dev/null'));

/** The same lookup without access control. Only for measurements: the product has no such setting. */
async function openWithoutAccess({ config, indices }: TestService) {
  const live = { generation: () => ({ id: 1, indices }), suppressedAt: () => [], simulateProblem: async () => {} };
  const app = await openHttp({ log: logger, authorize: authorizeTestRequest, observe: openMetrics().observeAnswer });
  lookUpCompanyRoute(app, { datasets: { live, test: live }, reader: new IndexReader(config.OPENSEARCH_URL) });
  return app;
}

async function issue({ pool }: TestService, monthly_credits: number | null): Promise<string> {
  const deps = { pool, ...testAudit };
  const name = `cost-${randomBytes(4).toString('hex')}`;
  await setPlan(deps, { name, terms: { rate: 10_000, burst: 100_000, monthly_credits } });
  await setAccount(deps, { name, terms: { plan: name } });
  return (await issueKey(deps, { terms: { account: name, scopes: ['company:read'] } })).key;
}

const tell = (message: Started | Mark) => process.send?.(message);

const service = await openTestService(invented, { logger });
const app = process.argv[2] === 'without-access' ? await openWithoutAccess(service) : service.app;
await app.listen({ host: '127.0.0.1', port: 0 });
async function end(): Promise<void> {
  if (app !== service.app) await app.close();
  await service.close();
  process.exit();
}
// The measurement can be interrupted at any time.
process.on('disconnect', () => void end());
process.on('message', (order: Order) => {
  const { user, system } = process.cpuUsage();
  if (order === 'mark') tell({ cpuUs: user + system });
  else void end();
});
const { port } = app.server.address() as { port: number };
tell({ port, keys: { free: await issue(service, null), quota: await issue(service, 1_000_000_000_000) } });
