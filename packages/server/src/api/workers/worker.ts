import cluster, { type Worker } from 'node:cluster';
import type { Registry } from 'prom-client';
import { stopOnMessage } from '../http/shutdown.ts';
import { noHistory } from '../http/status-history.ts';
import type { Role } from './process-role.ts';
import type { PrimaryMessage, WorkerMessage } from './worker-process.ts';

export interface WorkerRole extends Role {
  /** Ends a worker that could not start. */
  giveUp(): void;
}

/** How long a worker that could not start has to write its log. */
const lastLogMs = 1000;

/** Resolves when the message is sent, or if the primary is gone. */
const sendToPrimary = (news: WorkerMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(news, undefined, undefined, () => resolve());
    else resolve();
  });

/** The role of one of several workers: the primary reads its metrics, and tells it when to publish and when to stop. */
export function openWorkerRole(worker = cluster.worker as Worker): WorkerRole {
  let registry: Registry | undefined;
  let publish = () => {};
  let history = noHistory;
  const sendMetrics = async (question?: number) => {
    const snapshot = await registry?.getMetricsAsJSON();
    if (snapshot) await sendToPrimary({ news: 'metrics', snapshot, ...(question !== undefined && { question }) });
  };
  return {
    async showMetrics(own) {
      registry = own;
      return [];
    },
    machine: () => history,
    whenPublisher(start) {
      publish = start;
    },
    untilStopped(log, { drain, stop }) {
      const end = stopOnMessage(log, {
        drain,
        async stop() {
          void sendToPrimary({ news: 'leaving' });
          await stop();
          await sendMetrics();
        },
      });
      process.on('message', (order: PrimaryMessage) => {
        if (order.order === 'publish') publish();
        if (order.order === 'drain') drain();
        if (order.order === 'stop') end();
        if (order.order === 'metrics') void sendMetrics(order.question);
        if (order.order === 'history') history = order.history;
      });
      worker.on('disconnect', () => {
        // Without this, Node ends the process at once, in the middle of its requests.
        worker.exitedAfterDisconnect = true;
        log.warn('the primary process is gone; stopping');
        end();
      });
      void sendToPrimary({ news: 'answering' });
    },
    giveUp() {
      // Without this, Node exits with status 0.
      worker.exitedAfterDisconnect = true;
      process.disconnect();
      // A log that is not read would keep the process alive.
      setTimeout(() => process.exit(1), lastLogMs).unref();
    },
  };
}
