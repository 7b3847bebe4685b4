import { GetUsage } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/serve-endpoint.ts';
import { queryDatabase } from './query-database.ts';
import { getUsage, type UsageDeps } from './usage-report.ts';

export function usageRoute(app: FastifyInstance, deps: UsageDeps): void {
  serve(app, GetUsage, async ({ query }, caller) => ({
    body: await queryDatabase(() => getUsage(deps, caller, query)),
  }));
}
