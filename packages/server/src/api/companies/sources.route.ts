import { GetSources } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { type Datasets, datasetFor } from '../../stores/opensearch/dataset.ts';
import { serve } from '../http/serve-endpoint.ts';
import { type GetSourcesDeps, getSources } from './sources.ts';

export interface SourcesRouteDeps extends Pick<GetSourcesDeps, 'reader' | 'rates'> {
  readonly datasets: Datasets;
}

export function getSourcesRoute(app: FastifyInstance, { datasets, ...deps }: SourcesRouteDeps): void {
  serve(app, GetSources, async ({ params, query }, caller) => {
    const dataset = datasetFor(datasets, caller);
    await dataset.simulateProblem(params.id);
    const { sources, canonicalId } = await getSources({ ...dataset, ...deps }, params.id, query);
    return { body: sources, headers: { 'X-Canonical-Id': canonicalId } };
  });
}
