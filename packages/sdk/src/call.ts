import { type ApiRequest, type Reply, sendOnce, type TimeLimit } from './attempt.ts';
import type { OrgdexError } from './errors.ts';
import { type ClientOptions, mergeOptions, type RequestOptions } from './options.ts';
import { pauseAfter, sleep } from './retry.ts';

/** Sends a request with the options of a client. */
export type Call = <T>(request: ApiRequest, options?: RequestOptions) => Promise<Reply<T>>;

const defaultTimeoutSeconds = 10;

const limitOf = (timeoutSeconds: number, left: number): TimeLimit =>
  timeoutSeconds <= left ? { seconds: timeoutSeconds, code: 'timeout' } : { seconds: left, code: 'deadline_exceeded' };

/** Sends a request, and again while it may pass. */
async function callWith<T>(settings: ClientOptions, request: ApiRequest): Promise<Reply<T>> {
  const { timeoutSeconds = defaultTimeoutSeconds, deadlineSeconds = Number.POSITIVE_INFINITY, signal } = settings;
  const began = performance.now();
  const secondsLeft = () => deadlineSeconds - (performance.now() - began) / 1000;
  for (let attempt = 1; ; attempt++) {
    const limit = limitOf(timeoutSeconds, Math.max(0, secondsLeft()));
    try {
      return await sendOnce<T>(settings, request, { limit, attempt });
    } catch (error) {
      if (signal?.aborted) throw error;
      const failure = error as OrgdexError;
      const pause = pauseAfter(failure, { attempt, actsOnce: request.actsOnce ?? false }, settings);
      // A wait beyond the deadline could only end in another error, which says less.
      if (pause === undefined || pause >= secondsLeft()) throw failure;
      settings.onRetry?.(failure, pause);
      await sleep(pause, signal);
    }
  }
}

export const callOf =
  (client: ClientOptions): Call =>
  async (request, options = {}) => {
    const settings = mergeOptions(client, options);
    const reply = await callWith<never>(settings, request);
    settings.onResponse?.(reply.response);
    return reply;
  };
