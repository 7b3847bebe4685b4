import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LinkOrder, Slowness } from './faulty-link-worker.ts';

/**
 * A link to a server that a test can cut, restore, slow down, or make swallow data. It runs in its
 * own thread, so that a busy test never slows it.
 */
export async function openLink(target: string) {
  const worker = new Worker(new URL('./faulty-link-worker.ts', import.meta.url), { workerData: { target } });
  worker.unref();
  const [port] = await once(worker, 'message');
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  async function give(order: LinkOrder): Promise<void> {
    const done = once(worker, 'message');
    worker.postMessage(order);
    await done;
  }
  return {
    url: url.href,
    /** Stops listening, and breaks existing connections. */
    cut: () => give({ what: 'cut' }),
    /**
     * Keeps connections open and accepts new ones, but forwards nothing; only for clients whose first bytes contain
     * `only`.
     */
    swallow: (only = '') => give({ what: 'swallow', only }),
    slow: (slowness: Slowness) => give({ what: 'slow', slowness }),
    /** Ends a cut, a black hole and slowness. */
    restore: () => give({ what: 'restore' }),
    close: () => worker.terminate(),
  };
}

export type Link = Awaited<ReturnType<typeof openLink>>;
