import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LinkOrder } from './faulty-link-worker.ts';

/** A way to a server that can be cut, mended, or swallow what it is given. In a thread of its own, so that a busy test never slows it. */
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
    /** Nobody listens, and what was connected is broken off. */
    cut: () => order('cut'),
    /** Connections stay open and new ones are taken, but nothing comes through; of those whose first bytes hold `only`. */
    swallow: (only = '') => order('swallow', only),
    mend: () => order('mend'),
    close: () => worker.terminate(),
  };
}
