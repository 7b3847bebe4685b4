import {
  atEachRoot,
  type Endpoint,
  GetManifest,
  PreviewCompany,
  ProposeProperties,
  ReconcileCompanies,
  SuggestForReconciling,
} from '@orgdex/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidField } from '../../core/errors/failure.ts';
import type { Caller } from '../../stores/postgres/access/caller.ts';
import type { AccessDeps } from '../access/authorized-request.ts';
import { type Addressed, authenticate, parseCountry } from './operation.ts';
import { previewHeaders } from './preview.ts';
import { openService, type ReconcileDeps } from './service.ts';

/** The browser calls the service from the page of OpenRefine, wherever that is. The key is the only credential. */
const sharedHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'private, no-store',
} as const;

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '86400',
} as const;

/** A batch of 50 queries with many columns, form-encoded. */
const maxBodyBytes = 1024 * 1024;

/** Parameters of the query string, and of a form. */
const textsOf = (sent: unknown): Readonly<Record<string, unknown>> => (sent ?? {}) as Record<string, unknown>;

/** Sends JSON, or for a page that cannot read it, a script that calls a function of the page with it. */
function sendJson(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  const { callback } = textsOf(request.query);
  if (callback === undefined) return reply.send(body);
  if (typeof callback !== 'string' || !/^[A-Za-z_$][\w$.]{0,99}$/.test(callback)) {
    throw invalidField('callback', 'must be the name of a function.');
  }
  // The comment keeps old browsers from reading the script as something else.
  return reply.type('text/javascript; charset=utf-8').send(`/**/${callback}(${JSON.stringify(body)});`);
}

type Answer = (addressed: Addressed, texts: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Opens one operation at each address of the service. */
function openRoutes(app: FastifyInstance, access: AccessDeps) {
  const callers = new WeakMap<FastifyRequest, Caller>();
  return (operation: Endpoint, answer: Answer, send = sendJson) => {
    for (const endpoint of atEachRoot(operation)) {
      app.route({
        method: endpoint.method,
        url: endpoint.url.replaceAll(/\{(\w+)\}/g, ':$1'),
        config: { endpoint, open: true },
        async onRequest(request) {
          callers.set(request, await authenticate(access, request));
        },
        async handler(request, reply) {
          const caller = callers.get(request) as Caller;
          const texts = { ...textsOf(request.query), ...textsOf(request.body) };
          return send(request, reply, await answer({ request, reply, caller, country: parseCountry(request) }, texts));
        },
      });
    }
  };
}

function sendPage(_: FastifyRequest, reply: FastifyReply, page: unknown): FastifyReply {
  return reply.removeHeader('x-frame-options').headers(previewHeaders).send(page);
}

/** Browsers ask first whether they may send a key in a header. */
function preflightRoutes(app: FastifyInstance): void {
  for (const url of ['/reconcile', '/reconcile/*']) {
    app.options(url, { config: { open: true } }, (_, reply) => reply.headers(preflightHeaders).code(204).send());
  }
}

/** Serves the Reconciliation Service API 0.2, which OpenRefine uses. */
export function reconcileRoutes(app: FastifyInstance, access: AccessDeps, deps: ReconcileDeps): void {
  void app.register(async (own) => {
    own.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      (_, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
    );
    own.addHook('onRequest', async (_, reply) => void reply.headers(sharedHeaders));
    const service = openService(access, deps);
    const serve = openRoutes(own, access);
    preflightRoutes(own);
    serve(GetManifest, service.manifestOrBatch);
    serve(ReconcileCompanies, service.batch);
    serve(SuggestForReconciling, service.suggest);
    serve(ProposeProperties, service.proposeProperties);
    serve(PreviewCompany, service.preview, sendPage);
  });
}
