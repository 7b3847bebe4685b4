import { GetCompany } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { type Datasets, datasetFor } from '../../stores/opensearch/dataset.ts';
import { serve } from '../http/serve-endpoint.ts';
import { type LookUpCompanyDeps, lookUpCompany } from './lookup.ts';

export interface LookUpCompanyRouteDeps extends Pick<LookUpCompanyDeps, 'reader'> {
  readonly datasets: Datasets;
}

export function lookUpCompanyRoute(app: FastifyInstance, { datasets, reader }: LookUpCompanyRouteDeps): void {
  serve(app, GetCompany, async ({ query }, caller) => {
    const dataset = datasetFor(datasets, caller);
    await dataset.simulateProblem(query.id);
    const { company, matchedBy, conflicts, canonicalId, claimants } = await lookUpCompany(
      { ...dataset, reader },
      query,
    );
    return {
      json: company.answer.text,
      tag: company.answer.tag,
      shows: [company.id],
      headers: {
        'X-Matched-By': matchedBy,
        'X-Identifier-Conflict': conflicts.length > 0 ? conflicts.join(', ') : undefined,
        'X-Identifier-Ambiguous': claimants > 1 ? String(claimants) : undefined,
        'X-Canonical-Id': canonicalId,
      },
    };
  });
}
