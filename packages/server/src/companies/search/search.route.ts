import { type KeyMode, ListValues, SearchCompanies, SuggestCompanies } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import type { Dataset } from '../../engine/dataset.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { type SearchCompaniesDeps, searchCompanies } from './search.ts';
import { suggestCompanies } from './suggest.ts';
import { listValues } from './values.ts';

export interface SearchRoutesDeps extends Pick<SearchCompaniesDeps, 'reader' | 'cursorKey'> {
  readonly datasets: Readonly<Record<KeyMode, Dataset>>;
}

export function searchCompaniesRoutes(app: FastifyInstance, { datasets, ...deps }: SearchRoutesDeps): void {
  serve(app, SearchCompanies, async ({ body }, { mode }) => ({
    body: await searchCompanies({ ...datasets[mode], ...deps }, body),
  }));
  serve(app, SuggestCompanies, async ({ query }, { mode }) => ({
    body: await suggestCompanies({ ...datasets[mode], ...deps }, query),
  }));
  serve(app, ListValues, async ({ params, query }, { mode }) => ({
    body: await listValues({ ...datasets[mode], ...deps }, params.field, query),
  }));
}
