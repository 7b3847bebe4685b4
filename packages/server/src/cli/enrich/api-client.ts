import { setTimeout as wait } from 'node:timers/promises';
import { companyPeopleLimits, matchLimits, maxItemBytes } from '@orgdex/contract';
import { ConnectionError, Orgdex, OrgdexError } from '@orgdex/sdk';
import { OperatorError } from '../../core/errors/failure.ts';

export interface ApiOptions {
  /** The address of the service. */
  readonly url: string;
  readonly key: string;
  /** Called before each wait, with its length and the reason. */
  readonly onWait: (seconds: number, reason: string) => void;
  /** Waits this many seconds; a test need not. */
  readonly sleep?: (seconds: number) => Promise<unknown>;
}

/** The service rejected a request, or could not be reached. */
export class ServiceError extends OperatorError {
  /** The code of the problem, such as `quota_exhausted`. */
  readonly code: string;
  readonly retryAfter: number | undefined;

  constructor(message: string, { code, retryAfter }: Pick<OrgdexError, 'code' | 'retryAfter'>) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

const timeoutSeconds = 60;

/** Tries without `Retry-After`: about a minute in all. */
const maxTries = 8;
const firstPauseSeconds = 0.5;

/** After this long without a response the service is not just busy. A quota or a daily limit takes longer to renew. */
export const maxWaitSeconds = 600;

/** What broke the connection, as the operating system names it. */
function reasonOf({ message, cause }: OrgdexError): string {
  const failed = cause as Error | undefined;
  const system = failed?.cause as NodeJS.ErrnoException | undefined;
  return system?.message || system?.code || failed?.message || message;
}

function messageOf(url: string, error: OrgdexError): string {
  if (error instanceof ConnectionError) {
    return `No response from ${url} (${reasonOf(error)}). Check --url and that the service is running.`;
  }
  if (error.code === 'unexpected_response') {
    return `${url} responded with ${error.status}, but not like orgdex. Check --url.`;
  }
  return `The service responded with ${error.status}: ${error.message}`;
}

/** The key sends too fast, or the service is busy: the same request may pass later. */
const isTemporary = ({ status, code }: OrgdexError): boolean =>
  (status === 429 && code !== 'quota_exhausted') || status === 408 || status >= 500 || status === 0;

/** Sends a request with the SDK, and again while the service is busy. */
export type Api = <T>(send: (client: Orgdex) => Promise<T>) => Promise<T>;

/**
 * A client that waits longer than a program would: after `Retry-After` as often as the service states it, or after twice the
 * pause before. A `quota_exhausted` fails at once: the caller may send fewer items.
 */
export function openApi({ url, key, onWait, sleep = (seconds) => wait(seconds * 1000) }: ApiOptions): Api {
  const client = new Orgdex({ url, key, timeoutSeconds, maxRetries: 0 });
  return async (send) => {
    let waited = 0;
    let pause = firstPauseSeconds;
    for (let tries = 1; ; ) {
      try {
        return await send(client);
      } catch (thrown) {
        if (!(thrown instanceof OrgdexError)) throw thrown;
        const error = new ServiceError(messageOf(url, thrown), thrown);
        const seconds = error.retryAfter ?? pause;
        const isLast = error.retryAfter === undefined && tries === maxTries;
        if (!isTemporary(thrown) || isLast || waited + seconds > maxWaitSeconds) throw error;
        onWait(seconds, error.message);
        await sleep(seconds);
        waited += seconds;
        if (error.retryAfter !== undefined) continue;
        tries += 1;
        pause *= 2;
      }
    }
  };
}

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
