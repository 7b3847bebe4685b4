import type { Call } from './call.ts';
import type {
  CompanyCard,
  CompanyPeople,
  CompanyPeopleQuestion,
  CompanySearch,
  FoundCompanies,
  ListedValues,
  ListValuesQuery,
  MatchedCompanies,
  MatchItem,
  MatchQuestion,
  SuggestCompaniesQuery,
  SuggestedCompanies,
  ValueField,
} from './generated/types.ts';
import { type MatchedRow, type MatchManyOptions, matchMany } from './match-many.ts';
import type { ClientOptions, RequestOptions } from './options.ts';
import { Paged } from './paged.ts';

/** Many companies. */
export class CompaniesResource {
  readonly #client: ClientOptions;
  readonly #call: Call;

  constructor(client: ClientOptions, call: Call) {
    this.#client = client;
    this.#call = call;
  }

  /**
   * Searches companies by name, place, industry and size. Each page costs a credit.
   *
   * @example
   * const search = client.companies.search({ q: 'kestrel', filter: { country: ['AU'] } });
   * for await (const company of search) console.log(company.id, company.name);
   */
  search(search: CompanySearch = {}, options: RequestOptions = {}): Paged<CompanyCard, FoundCompanies> {
    return new Paged({
      read: (cursor, size) => {
        const sized = size === undefined ? {} : { size };
        const body = { ...sized, ...search, ...(cursor === undefined ? {} : { cursor }) };
        return this.#call<FoundCompanies>({ method: 'POST', path: '/companies/search', body }, options);
      },
      itemsOf: ({ companies }) => companies,
      cursorOf: ({ next_cursor: cursor }) => cursor ?? undefined,
    });
  }

  /**
   * Suggests companies for a search box. Free of charge.
   *
   * @example
   * const { companies } = await client.companies.suggest({ q: 'kest', size: 5 });
   */
  suggest(query: SuggestCompaniesQuery, options: RequestOptions = {}): Promise<SuggestedCompanies> {
    return this.#get<SuggestedCompanies>('/companies/suggest', { query }, options);
  }

  /**
   * Lists the values of a field, with the number of companies that have them: use them to fill a filter. Free of charge.
   *
   * @example
   * const { values } = await client.companies.values('industry', { q: 'mea' });
   */
  values(field: ValueField, query: ListValuesQuery = {}, options: RequestOptions = {}): Promise<ListedValues> {
    return this.#get<ListedValues>('/companies/values/{field}', { params: { field }, query }, options);
  }

  /**
   * Matches a batch of your own list. Each match costs a credit. For a list of any length, use `matchMany`.
   *
   * @example
   * const { results } = await client.companies.match({ companies: [{ name: 'Kestrel & Vane', country: 'AU' }] });
   * console.log(results[0]?.status, results[0]?.candidates[0]?.score);
   */
  match(question: MatchQuestion, options: RequestOptions = {}): Promise<MatchedCompanies> {
    return this.#post<MatchedCompanies>('/companies/match', question, options);
  }

  /**
   * Matches a list of any length, and returns each item with its result, in order. Only a few batches are in memory at a
   * time. When the service limits the rate, batches are sent one after the other, and none is sent twice after a response.
   *
   * @example
   * for await (const { item, result } of client.companies.matchMany(rows, { threshold: 0.9 })) {
   *   console.log(item.ref, result.status, result.candidates[0]?.company.id);
   * }
   */
  matchMany<Item extends MatchItem>(
    items: Iterable<Item> | AsyncIterable<Item>,
    how: MatchManyOptions = {},
    options: RequestOptions = {},
  ): AsyncGenerator<MatchedRow<Item>, void, undefined> {
    const match = (question: MatchQuestion, settings: RequestOptions) => this.match(question, settings);
    return matchMany({ client: this.#client, match }, items, { how, options });
  }

  /**
   * Searches people in many companies at once.
   *
   * @example
   * const { results } = await client.companies.people({
   *   companies: [{ fqdn: 'kestrel.example.com' }],
   *   position: 'head of marketing',
   * });
   */
  people(question: CompanyPeopleQuestion, options: RequestOptions = {}): Promise<CompanyPeople> {
    return this.#post<CompanyPeople>('/companies/people', question, options);
  }

  async #get<T>(path: string, parts: object, options: RequestOptions): Promise<T> {
    return (await this.#call<T>({ method: 'GET', path, ...parts }, options)).data;
  }

  async #post<T>(path: string, body: object, options: RequestOptions): Promise<T> {
    return (await this.#call<T>({ method: 'POST', path, body }, options)).data;
  }
}
