import { type KeyMode, ListValues, SearchCompanies, SuggestCompanies } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import type { Dataset } from '../../engine/dataset.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { type SearchCompaniesDeps, searchCompanies } from './search.ts';
import { suggestCompanies } from './suggest.ts';
import { listValues } from './values.ts';

export interface SearchRoutesDeps extends Pick<SearchCompaniesDeps, 'reader' | 'cursorKey'> {
  readonly worlds: Readonly<Record<KeyMode, Dataset>>;
}

export function searchCompaniesRoutes(app: FastifyInstance, { worlds, ...deps }: SearchRoutesDeps): void {
  serve(app, SearchCompanies, async ({ body }, { mode }) => ({
    body: await searchCompanies({ ...worlds[mode], ...deps }, body),
  }));
  serve(app, SuggestCompanies, async ({ query }, { mode }) => ({
    body: await suggestCompanies({ ...worlds[mode], ...deps }, query),
  }));
  serve(app, ListValues, async ({ params, query }, { mode }) => ({
    body: await listValues({ ...worlds[mode], ...deps }, params.field, query),
  }));
}
