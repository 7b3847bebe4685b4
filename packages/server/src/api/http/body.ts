import type { Endpoint } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';

/** Whether an operation works without a body: it has none, or all its fields are optional. */
const isOptional = ({ body }: Endpoint): boolean => ((body?.required as string[] | undefined) ?? []).length === 0;

/** Many clients send a content type without a body. Where no body is required, that counts as `{}`. */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const { endpoint } = request.routeOptions.config;
    if (text === '' && endpoint && isOptional(endpoint)) return done(null, {});
    void parse(request, text as string, done);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config;
    if (request.body === undefined && endpoint?.body && isOptional(endpoint)) request.body = {};
    done();
  });
}
