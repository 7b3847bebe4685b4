import { GetCompany } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/serve.ts';
import { type LookUpCompanyDeps, lookUpCompany } from './lookup.ts';

export function lookUpCompanyRoute(app: FastifyInstance, deps: LookUpCompanyDeps): void {
  serve(app, GetCompany, async ({ query }) => {
    const { company, matchedBy, conflicts, canonicalId } = await lookUpCompany(deps, query);
    return {
      body: company,
      headers: {
        'X-Matched-By': matchedBy,
        'X-Identifier-Conflict': conflicts.length > 0 ? conflicts.join(', ') : undefined,
        'X-Canonical-Id': canonicalId,
      },
    };
  });
}
