import { statusSeries } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../../core/settings/config.ts';
import { type MetricsPlace, startMetrics } from '../http/process-metrics.ts';
import { type Stopping, stopOnSignals } from '../http/shutdown.ts';
import { type MachineStatus, StatusHistory } from '../http/status-history.ts';

const statusStepMs = statusSeries.stepSeconds * 1000;

/** What a serving process does differently when it is one of several workers. */
export interface Role {
  /** Exposes the metrics, and returns the servers that this opened. */
  showMetrics(registry: Registry, place: MetricsPlace): Promise<FastifyInstance[]>;
  /** The last hour of the processes of this machine. */
  machine(): MachineStatus;
  /** Calls `start` when this process becomes the publisher. */
  whenPublisher(start: () => void): void;
  /** Marks the process as ready. When it gets a stop signal, it drains, stops and exits. */
  untilStopped(log: Logger, stopping: Stopping): void;
}

/** The role of a single process, without workers. */
export function openAlone(drainMs: number): Role {
  const history = new StatusHistory();
  return {
    async showMetrics(registry, place) {
      const sample = async () => {
        const snapshot = await registry.getMetricsAsJSON();
        history.take(snapshot, [{ pid: process.pid, publisher: true, snapshot }]);
      };
      await sample();
      setInterval(() => void sample(), statusStepMs).unref();
      return [await startMetrics(registry, place)];
    },
    machine: () => history.read(),
    whenPublisher: (start) => start(),
    untilStopped: (log, stopping) => void stopOnSignals(log, stopping, drainMs),
  };
}

const autoDrainMs = 5000;

/** How long a process continues to serve after SIGTERM. In a terminal, no load balancer checks its readiness. */
export function drainMsOf({ ORGDEX_DRAIN_SECONDS: seconds }: Pick<Config, 'ORGDEX_DRAIN_SECONDS'>): number {
  if (seconds !== 'auto') return Number(seconds) * 1000;
  return process.stdin.isTTY || process.stdout.isTTY ? 0 : autoDrainMs;
}
