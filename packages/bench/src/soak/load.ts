import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../report/statistics.ts';

/** A request and what its response must not contain. */
export interface SoakRequest {
  readonly path: string;
  readonly body?: object;
}

export interface SoakTarget {
  readonly base: string;
  readonly perSecond: number;
  /** The key of the next request: keys change during the run. */
  readonly key: () => string;
  readonly next: () => SoakRequest;
  /** Whether a response to a request sent at this time shows something that it must not. */
  readonly isForbidden: (text: string, sentAt: number) => boolean;
}

/** The responses since the last look. */
export interface Window {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const timeoutMs = 10_000;

/** Sends requests at a constant rate, independent of the responses. Keeps only counts, so that it can run for hours. */
export function startSoakLoad({ base, perSecond, key, next, isForbidden }: SoakTarget) {
  const failures: string[] = [];
  let [requests, forbidden] = [0, 0];
  let latenciesMs: number[] = [];
  let stopped = false;
  const flying = new Set<Promise<void>>();

  async function send({ path, body }: SoakRequest): Promise<void> {
    const sentAt = Date.now();
    const began = performance.now();
    try {
      const headers = { authorization: `Bearer ${key()}`, ...(body && { 'content-type': 'application/json' }) };
      const content = body ? { method: 'POST', body: JSON.stringify(body) } : {};
      const response = await fetch(base + path, { headers, ...content, signal: AbortSignal.timeout(timeoutMs) });
      const text = await response.text();
      if (response.status !== 200) failures.push(`${new Date().toISOString()} ${path} ${response.status} ${text}`);
      if (isForbidden(text, sentAt)) forbidden += 1;
    } catch (error) {
      failures.push(`${new Date().toISOString()} ${path} ${String(error)}`);
    }
    requests += 1;
    latenciesMs.push(performance.now() - began);
  }

  const running = (async () => {
    const began = performance.now();
    for (let sent = 0; !stopped; sent += 1) {
      const waitMs = began + (sent * 1000) / perSecond - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      const flight: Promise<void> = send(next()).then(() => void flying.delete(flight));
      flying.add(flight);
    }
    await Promise.all(flying);
  })();

  return {
    window(): Window {
      const times = latenciesMs;
      latenciesMs = [];
      return { requests: times.length, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
    },
    async stop() {
      stopped = true;
      await running;
      return { requests, forbidden, failures };
    },
  };
}
