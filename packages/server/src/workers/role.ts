import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type MetricsPlace, startMetrics } from '../http/metrics-server.ts';
import { stopOnSignals } from '../http/shutdown.ts';

/** What a serving process does differently when it is one of several workers. */
export interface Role {
  /** Exposes the metrics, and returns the servers that this opened. */
  showMetrics(registry: Registry, place: MetricsPlace): Promise<FastifyInstance[]>;
  /** Calls `start` when this process becomes the publisher. */
  whenPublisher(start: () => void): void;
  /** Marks the process as ready. When it gets a stop signal, it calls `stop` and exits. */
  untilTold(log: Logger, stop: () => Promise<void>): void;
}

/** The role of a single process, without workers. */
export const alone: Role = {
  showMetrics: async (registry, place) => [await startMetrics(registry, place)],
  whenPublisher: (start) => start(),
  untilTold: (log, stop) => void stopOnSignals(log, stop),
};
