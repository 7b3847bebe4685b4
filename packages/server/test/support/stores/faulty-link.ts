import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LinkOrder } from './faulty-link-worker.ts';

/**
 * A link to a server that a test can cut, restore, or make swallow data. It runs in its own thread, so that a busy test
 * never slows it.
 */
export async function openLink(target: string) {
  const worker = new Worker(new URL('./faulty-link-worker.ts', import.meta.url), { workerData: { target } });
  worker.unref();
  const [port] = await once(worker, 'message');
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  async function order(what: LinkOrder['what'], only = ''): Promise<void> {
    const done = once(worker, 'message');
    worker.postMessage({ what, only } satisfies LinkOrder);
    await done;
  }
  return {
    url: url.href,
    /** Stops listening, and breaks existing connections. */
    cut: () => order('cut'),
    /**
     * Keeps connections open and accepts new ones, but forwards nothing; only for clients whose first bytes contain
     * `only`.
     */
    swallow: (only = '') => order('swallow', only),
    restore: () => order('restore'),
    close: () => worker.terminate(),
  };
}
