import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { openHttp } from './server.ts';

/** One registry, or the sum of several. */
export type MetricsText = Pick<Registry, 'contentType' | 'metrics'>;

export interface MetricsPlace {
  readonly host: string;
  readonly port: number;
  readonly logger: Logger;
}

/** Serves the metrics on a port of their own, never on the public one. */
export async function startMetrics(text: MetricsText, { host, port, logger }: MetricsPlace): Promise<FastifyInstance> {
  const app = await openHttp({ log: logger });
  app.get('/metrics', { config: { open: true } }, async (_request, reply) =>
    reply.type(text.contentType).send(await text.metrics()),
  );
  await app.listen({ host, port, listenTextResolver: (address) => `metrics on ${address}` });
  return app;
}
