import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { AnswerFacts } from './log.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly observeAnswer: (answer: AnswerFacts) => void;
  readonly countKeyCheck: (outcome: string) => void;
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Everything that is counted in one process. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'orgdex_http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  const keyChecks = new Counter({
    name: 'orgdex_key_checks_total',
    help: 'API keys checked, by where the verdict came from',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    registry,
    observeAnswer: ({ method, route, status, ms }) => durations.observe({ method, route, status }, ms / 1000),
    countKeyCheck: (outcome) => keyChecks.inc({ outcome }),
  };
}

/** The metrics' own route, for a server of their own. */
export function metricsRoute(app: FastifyInstance, { registry }: Metrics): void {
  app.get('/metrics', { config: { open: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
