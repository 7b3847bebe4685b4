import {
  GetCompany,
  GetSources,
  ListValues,
  MatchCompanies,
  SearchCompanies,
  SuggestCompanies,
} from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { type Dataset, type Datasets, datasetFor } from '../../stores/opensearch/dataset.ts';
import { serve } from '../http/serve-endpoint.ts';
import { type LookUpCompanyDeps, lookUpCompany } from './lookup.ts';
import { type CheckedItem, matchCompanies } from './match/match.ts';
import { type SearchCompaniesDeps, searchCompanies } from './search/search.ts';
import { suggestCompanies } from './search/suggest.ts';
import { listValues } from './search/values.ts';
import { type GetSourcesDeps, getSources } from './sources.ts';

interface LookUpCompanyRouteDeps extends Pick<LookUpCompanyDeps, 'reader'> {
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

interface CompaniesDeps extends Omit<GetSourcesDeps & SearchCompaniesDeps, keyof Dataset> {
  readonly datasets: Datasets;
}

/** The operations on companies. */
export function companiesRoutes(app: FastifyInstance, { datasets, ...deps }: CompaniesDeps): void {
  lookUpCompanyRoute(app, { datasets, ...deps });
  serve(app, MatchCompanies, async ({ body, items, signal }, caller) => {
    const dataset = datasetFor(datasets, caller, signal);
    const companies = items as readonly CheckedItem[];
    for (const one of companies) if ('item' in one && one.item.id) await dataset.simulateProblem(one.item.id);
    return { body: await matchCompanies({ ...dataset, ...deps }, body, companies) };
  });
  serve(app, SearchCompanies, async ({ body, signal }, caller) => ({
    body: await searchCompanies({ ...datasetFor(datasets, caller, signal), ...deps }, body),
  }));
  serve(app, SuggestCompanies, async ({ query, signal }, caller) => ({
    body: await suggestCompanies({ ...datasetFor(datasets, caller, signal), ...deps }, query),
  }));
  serve(app, ListValues, async ({ params, query, signal }, caller) => ({
    body: await listValues({ ...datasetFor(datasets, caller, signal), ...deps }, params.field, query),
  }));
  serve(app, GetSources, async ({ params, query }, caller) => {
    const dataset = datasetFor(datasets, caller);
    await dataset.simulateProblem(params.id);
    const { sources, canonicalId } = await getSources({ ...dataset, ...deps }, params.id, query);
    return { body: sources, headers: { 'X-Canonical-Id': canonicalId } };
  });
}
