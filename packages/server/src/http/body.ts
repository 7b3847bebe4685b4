import type { Endpoint } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';

/** Whether an operation can do without a body: it takes none, or nothing in it is required. */
const isOptional = ({ body }: Endpoint): boolean => ((body?.required as string[] | undefined) ?? []).length === 0;

/** Many clients send the type of a body that they do not send: where none is needed, that is as if it were `{}`. */
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
