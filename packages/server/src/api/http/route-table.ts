import type { FastifyInstance, RouteOptions } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { shorten } from '../../core/output/escape.ts';
import { nearestOf } from './nearest-name.ts';

/** Whether a path matches a route; `:name` in the route matches any one part. */
function matches(path: string, route: string): boolean {
  const [parts, wanted] = [path.split('/'), route.split('/')];
  return parts.length === wanted.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at]);
}

const pathOf = (url: string): string => url.split('?', 1)[0] as string;

/** Paths that other APIs have for what we have elsewhere. */
const pathAliases: Readonly<Record<string, string>> = {
  '/companies': '/company',
  '/companies/search': '/company',
  '/company/search': '/company',
  '/people': '/people/search',
  '/persons': '/people/search',
  '/search': '/people/search',
  '/health': '/livez',
  '/healthz': '/livez',
  '/ready': '/readyz',
  '/swagger.json': '/openapi.json',
  '/openapi.yaml': '/openapi.json',
  '/keys': '/admin/keys',
  '/accounts': '/admin/accounts',
  '/plans': '/admin/plans',
};

/** Lower case, without version prefix, doubled slashes and trailing slash: `/api/v1/Company/` becomes `/company`. */
const plainPath = (path: string): string =>
  path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/^(?:\/api)?(?:\/v\d+)?(?=\/)/, '')
    .replace(/(?<=.)\/$/, '');

const isShown = ({ url, method }: RouteOptions): boolean => method !== 'HEAD' && !/^\/docs\/.|\*/.test(url);

/** The route with the names that the path has in the same places: `:name` matches any of them. */
function fillIn(route: string, path: string): string {
  const parts = path.split('/');
  return route
    .split('/')
    .map((part, at) => (part.startsWith(':') ? (parts[at] ?? part) : part))
    .join('/');
}

/** The route that the caller most likely meant, as `GET /company`; of equals, one with the method that was sent. */
function nearestRoute(method: string, path: string, routes: readonly RouteOptions[]): string | undefined {
  const plain = plainPath(path);
  const asked = pathAliases[plain] ?? plain;
  const shown = routes.filter(isShown);
  const sameMethodFirst = [...shown.filter((route) => route.method === method), ...shown];
  const candidates = sameMethodFirst.map((route) => ({
    name: `${[route.method].flat()[0]} ${route.url.replaceAll(/:(\w+)/g, '{$1}')}`,
    spelling: fillIn(route.url, asked),
  }));
  return nearestOf(asked, candidates);
}

function notFound(method: string, path: string, routes: readonly RouteOptions[]): Failure {
  const nearest = nearestRoute(method, path, routes);
  const hasReference = routes.some(({ url }) => url.startsWith('/docs'));
  const sentences = [
    `The path \`${shorten(path)}\` does not exist.`,
    ...(nearest ? [`Did you mean \`${nearest}\`?`] : []),
    ...(hasReference ? ['All paths are listed at `/docs`.'] : []),
  ];
  return new Failure('route_not_found', { message: sentences.join(' ') });
}

function methodNotAllowed(method: string, path: string, allowed: readonly string[]): Failure {
  const message = `\`${shorten(path)}\` does not accept ${method}. Use ${allowed.join(' or ')}.`;
  return new Failure('method_not_allowed', { message, headers: { allow: allowed.join(', ') } });
}

/** Knows which methods each path accepts, and makes sure that every route declares who may use it. */
export function recordRoutes(app: FastifyInstance): { refuse(method: string, url: string): Failure } {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    const unguarded = routes.filter(({ config }) => !config?.open && !config?.endpoint?.scope);
    const names = unguarded.map(({ method, url }) => `${method} ${url}`);
    if (names.length > 0) throw new Error(`Neither a scope nor \`open: true\`: ${names.join(', ')}`);
  });
  return {
    /** Why no route takes this request. */
    refuse(method, url) {
      const path = pathOf(url);
      const allowed = routes.filter((route) => matches(path, route.url)).flatMap((route) => route.method);
      return allowed.length > 0
        ? methodNotAllowed(method, path, [...new Set(allowed)])
        : notFound(method, path, routes);
    },
  };
}
