import type { FastifyInstance } from 'fastify';

/** Fails while the service cannot answer. */
export type CheckReady = () => Promise<void>;

/** Whether the process lives, and whether it can answer. */
export function healthRoutes(app: FastifyInstance, checkReady: CheckReady): void {
  const config = { open: true } as const;
  app.get('/livez', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    await checkReady();
    return { status: 'ok' };
  });
}
