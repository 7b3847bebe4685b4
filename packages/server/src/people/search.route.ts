import { SearchPeople } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/serve.ts';
import { type SearchPeopleDeps, searchPeople } from './search.ts';

export function searchPeopleRoute(app: FastifyInstance, deps: SearchPeopleDeps): void {
  serve(app, SearchPeople, async ({ body }) => {
    const { people, total, cursor, canonicalId } = await searchPeople(deps, body);
    return {
      body: people,
      headers: { 'X-Total-Count': String(total), 'X-Next-Cursor': cursor, 'X-Canonical-Id': canonicalId },
    };
  });
}
