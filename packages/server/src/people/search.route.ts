import { type KeyMode, SearchPeople } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import type { Dataset } from '../engine/dataset.ts';
import { serve } from '../http/serve-endpoint.ts';
import { type SearchPeopleDeps, searchPeople } from './search.ts';

export interface SearchPeopleRouteDeps extends Omit<SearchPeopleDeps, keyof Dataset> {
  readonly datasets: Readonly<Record<KeyMode, Dataset>>;
}

export function searchPeopleRoute(app: FastifyInstance, { datasets, ...deps }: SearchPeopleRouteDeps): void {
  serve(app, SearchPeople, async ({ body }, { mode }) => {
    const dataset = datasets[mode];
    await dataset.simulateProblem(body.companyId);
    const { people, total, cursor, canonicalId } = await searchPeople({ ...deps, ...dataset }, body);
    return {
      body: people,
      headers: { 'X-Total-Count': String(total), 'X-Next-Cursor': cursor, 'X-Canonical-Id': canonicalId },
    };
  });
}
