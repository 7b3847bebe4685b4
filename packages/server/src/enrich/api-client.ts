import { setTimeout as wait } from 'node:timers/promises';
import { OperatorError } from '../errors/failure.ts';

export interface ApiOptions {
  /** The address of the service. */
  readonly url: string;
  readonly key: string;
  /** Called before each wait, with its length and the reason. */
  readonly onWait: (seconds: number, reason: string) => void;
}

const maxTries = 8;
const firstWaitSeconds = 0.5;

/** A request that may pass later: the service is busy, or the key sends too fast. */
const isTemporary = (status: number): boolean => status === 429 || status >= 500;

interface Tried {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: number | undefined;
}

async function send({ url, key }: ApiOptions, path: string, body: object): Promise<Tried> {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  return { status: response.status, body: await response.json().catch(() => undefined), retryAfter };
}

const messageOf = (body: unknown): string => (body as { message?: string } | undefined)?.message ?? 'no message';

/** An exhausted quota comes back next month: nobody waits for that. */
const longestWaitSeconds = 300;

/** Sends a request, and again while the service is busy: after `Retry-After`, or after twice the wait before. */
export async function callApi<T>(options: ApiOptions, path: string, body: object): Promise<T> {
  let pause = firstWaitSeconds;
  for (let attempt = 1; ; attempt += 1) {
    const tried = await send(options, path, body).catch((error: Error) => ({
      status: 503,
      body: { message: `no response (${(error.cause as Error | undefined)?.message ?? error.message})` },
      retryAfter: undefined,
    }));
    if (tried.status === 200) return tried.body as T;
    const seconds = Math.max(tried.retryAfter ?? 0, pause);
    if (!isTemporary(tried.status) || attempt === maxTries || seconds > longestWaitSeconds) {
      throw new OperatorError(`The service responded with ${tried.status}: ${messageOf(tried.body)}`);
    }
    options.onWait(seconds, messageOf(tried.body));
    await wait(seconds * 1000);
    pause *= 2;
  }
}
