import { GetSources, type KeyMode } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import type { Dataset } from '../engine/dataset.ts';
import { serve } from '../http/serve-endpoint.ts';
import { type GetSourcesDeps, getSources } from './sources.ts';

export interface SourcesRouteDeps extends Pick<GetSourcesDeps, 'reader' | 'rates'> {
  readonly datasets: Readonly<Record<KeyMode, Dataset>>;
}

export function getSourcesRoute(app: FastifyInstance, { datasets, ...deps }: SourcesRouteDeps): void {
  serve(app, GetSources, async ({ params, query }, { mode }) => {
    await datasets[mode].simulateProblem(params.id);
    const { sources, canonicalId } = await getSources({ ...datasets[mode], ...deps }, params.id, query);
    return { body: sources, headers: { 'X-Canonical-Id': canonicalId } };
  });
}
