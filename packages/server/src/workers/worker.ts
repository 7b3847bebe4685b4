import cluster, { type Worker } from 'node:cluster';
import type { Registry } from 'prom-client';
import { stopOnMessage } from '../http/shutdown.ts';
import type { PrimaryMessage, WorkerMessage } from './messages.ts';
import type { Role } from './role.ts';

export interface WorkerRole extends Role {
  /** Lets a worker end that could not start. */
  giveUp(): void;
}

/** A worker that could not start has this long to say why. */
const lastWordsMs = 1000;

/** Arrived, or nobody is there to hear it. */
const tell = (news: WorkerMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(news, undefined, undefined, () => resolve());
    else resolve();
  });

/** One of several processes behind one address: the primary reads its metrics, and says who publishes and when to stop. */
export function openWorkerRole(worker = cluster.worker as Worker): WorkerRole {
  let registry: Registry | undefined;
  let publish = () => {};
  const tellMetrics = async (question?: number) => {
    const snapshot = await registry?.getMetricsAsJSON();
    if (snapshot) await tell({ news: 'metrics', snapshot, ...(question !== undefined && { question }) });
  };
  return {
    async showMetrics(own) {
      registry = own;
      return [];
    },
    whenPublisher(start) {
      publish = start;
    },
    untilTold(log, stop) {
      const end = stopOnMessage(log, async () => {
        void tell({ news: 'leaving' });
        await stop();
        await tellMetrics();
      });
      process.on('message', (order: PrimaryMessage) => {
        if (order.order === 'publish') publish();
        if (order.order === 'stop') end();
        if (order.order === 'metrics') void tellMetrics(order.question);
      });
      worker.on('disconnect', () => {
        // Else Node ends the process at once, whatever it is answering.
        worker.exitedAfterDisconnect = true;
        log.warn('the process that keeps the workers is gone');
        end();
      });
      void tell({ news: 'answering' });
    },
    giveUp() {
      // Else Node ends it with 0.
      worker.exitedAfterDisconnect = true;
      process.disconnect();
      // A log that nobody reads would keep the process alive.
      setTimeout(() => process.exit(1), lastWordsMs).unref();
    },
  };
}
