import { ConnectionError, OrgdexError, TimeoutError, toError } from './errors.ts';
import type { ClientOptions, ResponseFacts } from './options.ts';

/** One request to the service. */
export interface ApiRequest {
  readonly method: string;
  /** Names in braces are filled in from `params`. */
  readonly path: string;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  /** A value that is undefined or null is left out. */
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** A second request would act a second time, so only one that was rejected unread (429) is repeated. */
  readonly actsOnce?: boolean | undefined;
}

export interface Reply<T> {
  readonly data: T;
  readonly response: ResponseFacts;
}

/** How long an attempt may take, and what the error says if it takes longer. */
export interface TimeLimit {
  readonly seconds: number;
  readonly code: 'timeout' | 'deadline_exceeded';
}

const longestTimerMs = 2 ** 31 - 1;

/** The address with its parameters and query. */
export function addressOf({ url = '' }: ClientOptions, { path, params = {}, query = {} }: ApiRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return `${url.replace(/\/+$/, '')}${filled}${search && `?${search}`}`;
}

function toInit({ key, headers }: ClientOptions, { method, body }: ApiRequest): RequestInit {
  return {
    method,
    // The service never redirects, and a key must not reach another address.
    redirect: 'manual',
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readReply<T>(response: Response, attempts: number): Promise<Reply<T>> {
  const { ok, status, headers } = response;
  const body = parseJson(await response.text());
  const isExpected = ok && typeof body === 'object' && body !== null;
  if (!isExpected && status !== 304) throw toError(status, headers, body);
  const requestId = headers.get('x-request-id') ?? undefined;
  return { data: body as T, response: { status, headers, requestId, attempts } };
}

function toFailure(error: unknown, settings: ClientOptions, expired: TimeLimit | undefined): OrgdexError {
  if (error instanceof OrgdexError) return error;
  const { url, deadlineSeconds } = settings;
  const address = url || 'the service';
  if (expired) {
    const seconds = expired.code === 'timeout' ? expired.seconds : deadlineSeconds;
    const message = `No complete response from ${address} within ${seconds} seconds.`;
    return new TimeoutError({ code: expired.code, status: 0, message, cause: error });
  }
  const message = `No response from ${address}. Check the address, your connection, and that the service is running.`;
  return new ConnectionError({ code: 'connection_failed', status: 0, message, cause: error });
}

/** Sends a request once. The time limit includes the body of the response. */
export async function sendOnce<T>(
  settings: ClientOptions,
  request: ApiRequest,
  { limit, attempt }: { readonly limit: TimeLimit; readonly attempt: number },
): Promise<Reply<T>> {
  const { signal, fetch = globalThis.fetch } = settings;
  signal?.throwIfAborted();
  const controller = new AbortController();
  let expired: TimeLimit | undefined;
  const expire = () => {
    expired = limit;
    controller.abort();
  };
  const stop = () => controller.abort();
  const timer = setTimeout(expire, Math.min(limit.seconds * 1000, longestTimerMs));
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const init = { ...toInit(settings, request), signal: controller.signal };
    return await readReply<T>(await fetch(addressOf(settings, request), init), attempt);
  } catch (error) {
    signal?.throwIfAborted();
    throw toFailure(error, settings, expired);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
