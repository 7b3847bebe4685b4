import type { CompanyCache } from './company-lookup.ts';
import type { OrgdexError } from './errors.ts';

/** The response of a successful call, without its body. */
export interface ResponseFacts {
  readonly status: number;
  readonly headers: Headers;
  /** Identifies the request. Include it when you contact the operator. */
  readonly requestId: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** Options of the client that every call can override. */
export interface RequestOptions {
  /** Ends the call and its waits: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The longest time of one attempt, until its response is complete. Default: 10. */
  readonly timeoutSeconds?: number | undefined;
  /** The longest time of a call, with all attempts and waits. Default: no limit. Each page and each batch is a call. */
  readonly deadlineSeconds?: number | undefined;
  /** How often a request is repeated. Default: 2. */
  readonly maxRetries?: number | undefined;
  /** A longer wait is not done: the call fails at once. Default: 30. */
  readonly maxWaitSeconds?: number | undefined;
  /** Headers to send in addition. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called before each wait. */
  readonly onRetry?: ((error: OrgdexError, waitSeconds: number) => void) | undefined;
  /** Called with each successful response, for example to read its `RateLimit` header. */
  readonly onResponse?: ((response: ResponseFacts) => void) | undefined;
}

export interface ClientOptions extends RequestOptions {
  /** Address of the service, such as `https://data.example.com`. In a browser, default: the origin of the page. */
  readonly url?: string | undefined;
  /** An API key. Leave it out in a browser with a session, whose cookie is sent to its own origin only. */
  readonly key?: string | undefined;
  /** Remembers profiles, so that an unchanged one costs nothing: `new Map()`, or a store of yours. */
  readonly cache?: CompanyCache | undefined;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** A number from 0 to 1 that lengthens waits at random; a test can fix it. */
  readonly random?: (() => number) | undefined;
}

/** The first of two options that is given. */
export function mergeOptions<T extends RequestOptions>(base: T, options: RequestOptions): T {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(given), headers: { ...base.headers, ...options.headers } };
}
