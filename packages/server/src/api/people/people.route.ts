import { CountPeople, SearchCompanyPeople, SearchPeople } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { type Dataset, type Datasets, datasetFor } from '../../stores/opensearch/dataset.ts';
import { serve } from '../http/serve-endpoint.ts';
import { type CheckedCompany, searchCompanyPeople } from './company-people.ts';
import { countPeople } from './count.ts';
import { type SearchPeopleDeps, searchPeople } from './search.ts';

export interface SearchPeopleRouteDeps extends Omit<SearchPeopleDeps, keyof Dataset> {
  readonly datasets: Datasets;
}

export function searchPeopleRoute(app: FastifyInstance, { datasets, ...deps }: SearchPeopleRouteDeps): void {
  serve(app, SearchPeople, async ({ body, signal }, caller) => {
    const dataset = datasetFor(datasets, caller, signal);
    await dataset.simulateProblem(body.companyId);
    const { people, total, cursor, canonicalId } = await searchPeople({ ...deps, ...dataset }, body);
    return {
      body: people,
      headers: { 'X-Total-Count': String(total), 'X-Next-Cursor': cursor, 'X-Canonical-Id': canonicalId },
    };
  });
  serve(app, CountPeople, async ({ params, query, signal }, caller) => {
    const dataset = datasetFor(datasets, caller, signal);
    await dataset.simulateProblem(params.id);
    const { counts, canonicalId } = await countPeople({ ...deps, ...dataset }, params.id, query);
    return { body: counts, headers: { 'X-Canonical-Id': canonicalId } };
  });
  serve(app, SearchCompanyPeople, async ({ body, items, signal }, caller) => {
    const dataset = datasetFor(datasets, caller, signal);
    const companies = items as readonly CheckedCompany[];
    for (const one of companies) if ('item' in one && one.item.id) await dataset.simulateProblem(one.item.id);
    return { body: await searchCompanyPeople({ ...deps, ...dataset }, body, companies) };
  });
}
