import { adminOpenapi, openapi, type ResponseExamples, securityScheme } from '@orgdex/contract';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { problemPageUrl } from './problem.ts';
import { problemPage } from './problem-page.ts';

export interface ReferenceFacts {
  readonly version: string;
  /** Response bodies to show, by operation id. */
  readonly examples: ResponseExamples;
}

/** The page contains its own script and styles; it requests nothing from another host. */
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

const customers = { title: 'orgdex API', documentUrl: '/openapi.json', pageUrl: '/docs' };
const operator = { title: 'orgdex admin API', documentUrl: '/openapi-admin.json', pageUrl: '/docs/admin' };

/** On a phone, an example response would fill several screens. */
const pageStyle = '.response-card .scalar-card-content { max-height: 60vh }';

const pageConfiguration = {
  authentication: { preferredSecurityScheme: securityScheme },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  defaultOpenAllTags: true,
  orderSchemaPropertiesBy: 'preserve',
  customCss: pageStyle,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
} as const;

async function referencePages(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, open: true };
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', pagePolicy);
  });
  app.get(problemPageUrl, async (_request, reply) => reply.type('text/html; charset=utf-8').send(problemPage()));
  for (const { title, documentUrl, pageUrl } of [customers, operator]) {
    const configuration = { ...pageConfiguration, url: documentUrl, pageTitle: title };
    await app.register(scalar, { routePrefix: pageUrl as '/docs', configuration });
  }
}

/** Two OpenAPI documents, for customers and for the operator, a page to read and try each, and the list of problems. */
export function referenceRoutes(app: FastifyInstance, { version, examples }: ReferenceFacts): void {
  const documents = {
    [customers.documentUrl]: JSON.stringify(openapi(version, examples)),
    [operator.documentUrl]: JSON.stringify(adminOpenapi(version)),
  };
  for (const [url, document] of Object.entries(documents)) {
    app.get(url, { config: { open: true } }, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(document),
    );
  }
  app.register(referencePages);
}
