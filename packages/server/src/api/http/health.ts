import type { FastifyInstance } from 'fastify';

/** Fails while the service is not ready. */
export type CheckReady = () => Promise<void>;

/** Liveness and readiness of the process. */
export function healthRoutes(app: FastifyInstance, checkReady: CheckReady): void {
  const config = { open: true } as const;
  app.get('/livez', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    await checkReady();
    return { status: 'ok' };
  });
}
