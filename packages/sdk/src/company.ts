import { type ApiRequest, addressOf, type Reply } from './attempt.ts';
import type { Call } from './call.ts';
import type { CachedCompany, CompanyLookup } from './company-lookup.ts';
import { toError } from './errors.ts';
import type {
  Company,
  CompanySources,
  CountPeopleQuery,
  GetCompanyQuery,
  GetSourcesQuery,
  PeopleCounts,
} from './generated/types.ts';
import type { ClientOptions, RequestOptions } from './options.ts';

function toLookup(company: Company, headers: Headers): CompanyLookup {
  const conflicts = headers.get('x-identifier-conflict');
  const ambiguous = headers.get('x-identifier-ambiguous');
  return {
    company,
    matchedBy: headers.get('x-matched-by'),
    conflicts: conflicts === null ? [] : conflicts.split(',').map((name) => name.trim()),
    ambiguous: ambiguous === null ? null : Number(ambiguous),
    canonicalId: headers.get('x-canonical-id'),
    fromCache: false,
  };
}

/** One company. */
export class CompanyResource {
  readonly #client: ClientOptions;
  readonly #call: Call;

  constructor(client: ClientOptions, call: Call) {
    this.#client = client;
    this.#call = call;
  }

  /**
   * Looks up a company by one identifier. If the client has a cache, an unchanged profile is not paid again.
   *
   * @example
   * const { company, conflicts } = await client.company.get({ fqdn: 'kestrel.example.com' });
   */
  async get(query: GetCompanyQuery, options: RequestOptions = {}): Promise<CompanyLookup> {
    const request: ApiRequest = { method: 'GET', path: '/company', query };
    const { cache } = this.#client;
    if (!cache) return this.#lookUp(await this.#call<Company>(request, options));
    const key = addressOf(this.#client, request);
    const known = await cache.get(key);
    const headers = { ...(known ? { 'if-none-match': known.etag } : {}), ...options.headers };
    const reply = await this.#call<Company>(request, { ...options, headers });
    const lookup = this.#lookUp(reply, known);
    const etag = reply.response.headers.get('etag');
    if (etag !== null && !lookup.fromCache) await cache.set(key, { etag, lookup });
    return lookup;
  }

  #lookUp({ data, response: { status, headers } }: Reply<Company>, known?: CachedCompany): CompanyLookup {
    if (status !== 304) return toLookup(data, headers);
    if (!known) throw toError(status, headers, undefined);
    return { ...known.lookup, fromCache: true };
  }

  /**
   * Lists the source of each value of a profile.
   *
   * @example
   * const { fields } = await client.company.sources('sandbox-kestrel');
   * console.log(fields.name?.source);
   */
  async sources(id: string, query: GetSourcesQuery = {}, options: RequestOptions = {}): Promise<CompanySources> {
    const path = '/companies/{id}/sources';
    return (await this.#call<CompanySources>({ method: 'GET', path, params: { id }, query }, options)).data;
  }

  /**
   * Counts the people of a company by seniority and department.
   *
   * @example
   * const { total } = await client.company.peopleCounts('sandbox-kestrel', { country: 'AU' });
   */
  async peopleCounts(id: string, query: CountPeopleQuery = {}, options: RequestOptions = {}): Promise<PeopleCounts> {
    const path = '/companies/{id}/people-counts';
    return (await this.#call<PeopleCounts>({ method: 'GET', path, params: { id }, query }, options)).data;
  }
}
