import { ListValues, SearchCompanies, SuggestCompanies } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { type Datasets, datasetFor } from '../../../stores/opensearch/dataset.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { type SearchCompaniesDeps, searchCompanies } from './search.ts';
import { suggestCompanies } from './suggest.ts';
import { listValues } from './values.ts';

export interface SearchRoutesDeps extends Pick<SearchCompaniesDeps, 'reader' | 'cursorKey'> {
  readonly datasets: Datasets;
}

export function searchCompaniesRoutes(app: FastifyInstance, { datasets, ...deps }: SearchRoutesDeps): void {
  serve(app, SearchCompanies, async ({ body, signal }, caller) => ({
    body: await searchCompanies({ ...datasetFor(datasets, caller, signal), ...deps }, body),
  }));
  serve(app, SuggestCompanies, async ({ query, signal }, caller) => ({
    body: await suggestCompanies({ ...datasetFor(datasets, caller, signal), ...deps }, query),
  }));
  serve(app, ListValues, async ({ params, query, signal }, caller) => ({
    body: await listValues({ ...datasetFor(datasets, caller, signal), ...deps }, params.field, query),
  }));
}
