import { openapi } from '@orgdex/contract';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { problemPageUrl } from './problem.ts';
import { problemPage } from './problem-page.ts';

const documentUrl = '/openapi.json';

/** The page includes its own script and styles and contacts no other host. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const pageConfiguration = {
  url: documentUrl,
  pageTitle: 'orgdex API',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
} as const;

async function referencePage(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, open: true };
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', pagePolicy);
  });
  app.get(problemPageUrl, async (_request, reply) => reply.type('text/html; charset=utf-8').send(problemPage()));
  await app.register(scalar, { routePrefix: '/docs', configuration: pageConfiguration });
}

/** The OpenAPI document, a page to read and try it, and one that explains every problem. */
export function referenceRoutes(app: FastifyInstance, version: string): void {
  const document = JSON.stringify(openapi(version));
  app.get(documentUrl, { config: { open: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  app.register(referencePage);
}
