import type { Call } from './call.ts';
import type { GetUsageQuery, Usage } from './generated/types.ts';
import type { RequestOptions } from './options.ts';

/** Limits, credits and usage. */
export class UsageResource {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Returns what the key may do, the credits left this month, and the usage by day.
   *
   * @example
   * const { credits, limits } = await client.usage.get();
   */
  async get(query: GetUsageQuery = {}, options: RequestOptions = {}): Promise<Usage> {
    return (await this.#call<Usage>({ method: 'GET', path: '/usage', query }, options)).data;
  }
}
