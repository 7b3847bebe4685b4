import type { FastifyInstance, RouteOptions } from 'fastify';

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
    allowed: (url) => routes.filter((route) => route.url === pathOf(url)).flatMap(({ method }) => method),
  };
}
