import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type MetricsPlace, startMetrics } from '../http/metrics-server.ts';
import { stopOnSignals } from '../http/shutdown.ts';

/** How a serving process stands to those that were started with it. */
export interface Role {
  /** Lets the metrics be read; gives the servers that this takes. */
  showMetrics(registry: Registry, place: MetricsPlace): Promise<FastifyInstance[]>;
  /** Starts publishing as soon as that is for this process to do. */
  whenPublisher(start: () => void): void;
  /** The process answers from now on, until `stop` is called; then it ends. */
  untilTold(log: Logger, stop: () => Promise<void>): void;
}

/** A process that was started by itself does everything. */
export const alone: Role = {
  showMetrics: async (registry, place) => [await startMetrics(registry, place)],
  whenPublisher: (start) => start(),
  untilTold: (log, stop) => void stopOnSignals(log, stop),
};
