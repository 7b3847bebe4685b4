import { type KeyMode, MatchCompanies } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import type { Dataset } from '../../engine/dataset.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { type CheckedItem, type MatchDeps, matchCompanies } from './match.ts';

export interface MatchRouteDeps extends Pick<MatchDeps, 'reader'> {
  readonly datasets: Readonly<Record<KeyMode, Dataset>>;
}

export function matchCompaniesRoute(app: FastifyInstance, { datasets, ...deps }: MatchRouteDeps): void {
  serve(app, MatchCompanies, async ({ body, items }, { mode }) => {
    const dataset = datasets[mode];
    const companies = items as readonly CheckedItem[];
    for (const one of companies) if ('item' in one && one.item.id) await dataset.simulateProblem(one.item.id);
    return { body: await matchCompanies({ ...dataset, ...deps }, body, companies) };
  });
}
