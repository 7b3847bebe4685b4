import { GetUsage } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/serve-endpoint.ts';
import { askLedger } from './ledger-request.ts';
import { getUsage, type UsageDeps } from './usage-report.ts';

export function usageRoute(app: FastifyInstance, deps: UsageDeps): void {
  serve(app, GetUsage, async ({ query }, caller) => ({ body: await askLedger(() => getUsage(deps, caller, query)) }));
}
