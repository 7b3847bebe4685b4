import { adminOf } from './admin.ts';
import type { ApiRequest, Reply } from './attempt.ts';
import { type Call, callOf } from './call.ts';
import { CompaniesResource } from './companies.ts';
import { CompanyResource } from './company.ts';
import type { Admin } from './generated/admin.ts';
import type { ClientOptions, RequestOptions } from './options.ts';
import { PeopleResource } from './people.ts';
import { UsageResource } from './usage.ts';

/**
 * A client of an orgdex service.
 *
 * @example
 * const client = new Orgdex({ url: 'https://data.example.com', key: process.env.ORGDEX_KEY });
 * const { company } = await client.company.get({ fqdn: 'kestrel.example.com' });
 */
export class Orgdex {
  /** One company: its profile, the sources of its values, and how many people it has. */
  readonly company: CompanyResource;
  /** Many companies: search, suggest, list values, match, and find people in them. */
  readonly companies: CompaniesResource;
  /** The people of one company. */
  readonly people: PeopleResource;
  /** Limits, credits and usage of the key. */
  readonly usage: UsageResource;
  /** The operations of the operator, for a key with the scope `admin`. */
  readonly admin: Admin;
  readonly #call: Call;

  constructor(options: ClientOptions) {
    this.#call = callOf(options);
    this.company = new CompanyResource(options, this.#call);
    this.companies = new CompaniesResource(options, this.#call);
    this.people = new PeopleResource(this.#call);
    this.usage = new UsageResource(this.#call);
    this.admin = adminOf(this.#call);
  }

  /**
   * Sends any request, with the retries and errors of the other methods.
   *
   * @example
   * const { data } = await client.request<Usage>({ method: 'GET', path: '/usage' });
   */
  request<T>(request: ApiRequest, options: RequestOptions = {}): Promise<Reply<T>> {
    return this.#call<T>(request, options);
  }
}
