import { setTimeout as wait } from 'node:timers/promises';
import { companyPeopleLimits, matchLimits, maxItemBytes } from '@orgdex/contract';
import { type ApiOptions, maxWaitSeconds, ServiceError } from './api-client.ts';

/** How many items every request of the command can have. */
export const maxItems = Math.min(matchLimits.maxItems, companyPeopleLimits.maxCompanies);

/** How many of the items fit in one request. */
export function fitting(items: readonly object[], most: number): number {
  let bytes = 0;
  for (const [at, item] of items.slice(0, most).entries()) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes > maxItemBytes && at > 0) return at;
  }
  return Math.min(items.length, most);
}

const isTooFewCredits = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'quota_exhausted' && (error.retryAfter ?? 1) <= maxWaitSeconds;

/** How often a single item is sent while the last credits are reserved by other requests. */
const maxTriesOfOne = 10;

/**
 * Sends items in as many requests as needed. The service reserves a credit for each item of a request, so that the last
 * credits of a month can only be spent by smaller requests.
 */
export class ItemSender {
  readonly #options: ApiOptions;
  #most = maxItems;

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  /** Calls `send` with some of the items until all were sent. It returns after each request. */
  async sendAll<Item extends object>(
    items: readonly Item[],
    send: (some: readonly Item[]) => Promise<void>,
  ): Promise<void> {
    let tries = 0;
    for (let from = 0; from < items.length; ) {
      const rest = items.slice(from);
      const some = rest.slice(0, fitting(rest, this.#most));
      try {
        await send(some);
        from += some.length;
        tries = 0;
      } catch (error) {
        tries += some.length === 1 ? 1 : 0;
        if (!isTooFewCredits(error) || tries === maxTriesOfOne) throw error;
        this.#most = Math.max(1, Math.floor(some.length / 2));
        await this.#sleep(error.retryAfter ?? 1);
      }
    }
  }

  #sleep(seconds: number): Promise<unknown> {
    return (this.#options.sleep ?? ((time: number) => wait(time * 1000)))(seconds);
  }
}
