import type { FastifyInstance, RouteOptions } from 'fastify';

/** Whether an address lies on a route; `:name` in the route stands for any one part. */
function lies(path: string, route: string): boolean {
  const [parts, wanted] = [path.split('/'), route.split('/')];
  return parts.length === wanted.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at]);
}

const pathOf = (url: string): string => url.split('?', 1)[0] as string;

/** Which methods each address answers, and that every route says who may ask it. */
export function keepRouteTable(app: FastifyInstance): { allowed: (url: string) => string[] } {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    const unguarded = routes.filter(({ config }) => !config?.open && !config?.endpoint?.scope);
    const names = unguarded.map(({ method, url }) => `${method} ${url}`);
    if (names.length > 0) throw new Error(`Neither a scope nor \`open: true\`: ${names.join(', ')}`);
  });
  return {
    allowed: (url) => routes.filter((route) => lies(pathOf(url), route.url)).flatMap(({ method }) => method),
  };
}
