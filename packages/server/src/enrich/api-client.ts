import { setTimeout as wait } from 'node:timers/promises';
import { OperatorError } from '../errors/failure.ts';

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
  /** The code of the problem, such as `quota_exhausted`; undefined: there was no usable response. */
  readonly code: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(message: string, { code, retryAfter }: { code?: string | undefined; retryAfter?: number | undefined }) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

const timeoutMs = 60_000;

/** Tries without `Retry-After`: about a minute in all. */
const maxTries = 8;
const firstPauseSeconds = 0.5;

/** After this long without a response the service is not just busy. A quota or a daily limit takes longer to renew. */
export const maxWaitSeconds = 600;

interface Tried {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: number | undefined;
}

/** Seconds from now, given as seconds or as a date. */
export function parseRetryAfter(text: string | null, now: number): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/** The address of an operation; the service may be below a path. */
export const addressOf = (url: string, path: string): string => `${url.replace(/\/+$/, '')}${path}`;

async function send({ url, key }: ApiOptions, path: string, body: object): Promise<Tried> {
  const response = await fetch(addressOf(url, path), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const retryAfter = parseRetryAfter(response.headers.get('retry-after'), Date.now());
  // A connection that breaks inside the response fails here, and the request is sent again.
  const text = await response.text();
  return { status: response.status, body: parseJson(text), retryAfter };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const textOf = (body: unknown, name: 'message' | 'code'): string | undefined => {
  const value = (body as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
};

function toError(url: string, { status, body, retryAfter }: Tried): ServiceError {
  const said = textOf(body, 'message');
  const code = textOf(body, 'code');
  if (said === undefined) {
    return new ServiceError(`${url} responded with ${status}, but not like orgdex. Check --url.`, { code, retryAfter });
  }
  return new ServiceError(`The service responded with ${status}: ${said}`, { code, retryAfter });
}

function toConnectionError(url: string, error: Error): ServiceError {
  const cause = error.cause as Error | undefined;
  const reason = cause?.message || (cause as NodeJS.ErrnoException | undefined)?.code || error.message;
  return new ServiceError(`No response from ${url} (${reason}). Check --url and that the service is running.`, {});
}

/** The key sends too fast, or the service is busy: the same request may pass later. */
const isTemporary = ({ status, code }: { status: number; code: string | undefined }): boolean =>
  (status === 429 && code !== 'quota_exhausted') || status === 408 || status >= 500;

async function trySending(options: ApiOptions, path: string, body: object): Promise<unknown> {
  const tried = await send(options, path, body).catch((error: Error) => toConnectionError(options.url, error));
  if (tried instanceof ServiceError) return { error: tried, isTemporary: true };
  if (tried.status === 200 && typeof tried.body === 'object' && tried.body !== null) return { body: tried.body };
  const error = toError(options.url, tried);
  return { error, isTemporary: isTemporary({ status: tried.status, code: error.code }) };
}

/**
 * Sends a request, and again while the service is busy: after `Retry-After`, or after twice the pause before.
 * A `quota_exhausted` fails at once: the caller may send fewer items.
 */
export async function callApi<T>(options: ApiOptions, path: string, body: object): Promise<T> {
  const sleep = options.sleep ?? ((seconds: number) => wait(seconds * 1000));
  let waited = 0;
  let pause = firstPauseSeconds;
  for (let tries = 1; ; ) {
    const outcome = (await trySending(options, path, body)) as
      | { readonly body: T }
      | { readonly error: ServiceError; readonly isTemporary: boolean };
    if ('body' in outcome) return outcome.body;
    const { error } = outcome;
    const seconds = error.retryAfter ?? pause;
    const isLast = error.retryAfter === undefined && tries === maxTries;
    if (!outcome.isTemporary || isLast || waited + seconds > maxWaitSeconds) throw error;
    options.onWait(seconds, error.message);
    await sleep(seconds);
    waited += seconds;
    if (error.retryAfter !== undefined) continue;
    tries += 1;
    pause *= 2;
  }
}
