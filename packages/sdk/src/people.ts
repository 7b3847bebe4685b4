import type { Call } from './call.ts';
import type { PeopleSearchRequest, PersonMatch } from './generated/types.ts';
import type { RequestOptions } from './options.ts';
import { Paged } from './paged.ts';

/** One page of a people search. */
export interface PeoplePage {
  readonly people: PersonMatch[];
  /** How many people match, on all pages. */
  readonly total: number;
  readonly nextCursor: string | undefined;
  /** The current id, if the requested id was merged into another company. */
  readonly canonicalId: string | null;
}

function toPage(people: PersonMatch[], headers: Headers): PeoplePage {
  return {
    people,
    total: Number(headers.get('x-total-count') ?? people.length),
    nextCursor: headers.get('x-next-cursor') ?? undefined,
    canonicalId: headers.get('x-canonical-id'),
  };
}

/** A cursor continues where a page ended, so it replaces the offset. */
function pageOf(search: PeopleSearchRequest, cursor: string | undefined): PeopleSearchRequest {
  if (cursor === undefined) return search;
  const { from: _, ...rest } = search;
  return { ...rest, cursor };
}

/** The people who work at companies. */
export class PeopleResource {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Searches people in one company, by job title, seniority and department.
   *
   * @example
   * for await (const person of client.people.search({ companyId: 'sandbox-kestrel', position: 'manager' })) {
   *   console.log(person.position, person.has_email);
   * }
   */
  search(search: PeopleSearchRequest, options: RequestOptions = {}): Paged<PersonMatch, PeoplePage> {
    return new Paged({
      read: async (cursor, size) => {
        const body = { ...(size === undefined ? {} : { size }), ...pageOf(search, cursor) };
        const request = { method: 'POST', path: '/people/search', body };
        const { data, response } = await this.#call<PersonMatch[]>(request, options);
        return { data: toPage(data, response.headers), response };
      },
      itemsOf: ({ people }) => people,
      cursorOf: ({ nextCursor }) => nextCursor,
    });
  }
}
