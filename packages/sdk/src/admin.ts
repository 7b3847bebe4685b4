import type { Call } from './call.ts';
import { type Admin, adminRoutes } from './generated/admin.ts';
import type { RequestOptions } from './options.ts';

/** The operations of the operator: arguments are the names in the path, then the query or body, then options. */
export function adminOf(call: Call): Admin {
  const methodOf =
    ([method, path, part, actsOnce = false]: (typeof adminRoutes)[keyof Admin]) =>
    async (...given: unknown[]): Promise<unknown> => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      const params = Object.fromEntries(names.map((name, at) => [name, String(given[at])]));
      const [input, options] =
        part === 'query' || part === 'body' ? given.slice(names.length) : [{}, given[names.length]];
      const sent = part === 'query' ? { query: (input ?? {}) as object } : part === '' ? {} : { body: input ?? {} };
      return (await call({ method, path, params, actsOnce, ...sent }, options as RequestOptions | undefined)).data;
    };
  return Object.fromEntries(
    Object.entries(adminRoutes).map(([name, route]) => [name, methodOf(route)]),
  ) as unknown as Admin;
}
