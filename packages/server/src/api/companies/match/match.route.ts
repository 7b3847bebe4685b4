import { MatchCompanies } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { type Datasets, datasetFor } from '../../../stores/opensearch/dataset.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { type CheckedItem, type MatchDeps, matchCompanies } from './match.ts';

export interface MatchRouteDeps extends Pick<MatchDeps, 'reader'> {
  readonly datasets: Datasets;
}

export function matchCompaniesRoute(app: FastifyInstance, { datasets, ...deps }: MatchRouteDeps): void {
  serve(app, MatchCompanies, async ({ body, items, signal }, caller) => {
    const dataset = datasetFor(datasets, caller, signal);
    const companies = items as readonly CheckedItem[];
    for (const one of companies) if ('item' in one && one.item.id) await dataset.simulateProblem(one.item.id);
    return { body: await matchCompanies({ ...dataset, ...deps }, body, companies) };
  });
}
