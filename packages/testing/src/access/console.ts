import type { FastifyInstance, InjectOptions } from 'fastify';

type Headers = Record<string, string>;

/** What a browser sends from a page of the console. */
export const fromConsole: Headers = { 'sec-fetch-site': 'same-origin' };

/** As a trusted proxy that ends TLS forwards a request. */
export const overTls: Headers = { host: 'data.example.com', 'x-forwarded-proto': 'https' };

/** Signs in with this key; the headers are those of the page, unless others are given. */
export const signIn = (app: FastifyInstance, key: string, headers: Headers = fromConsole) =>
  app.inject({ method: 'POST', url: '/console/session', payload: { key }, headers });

/** The part of the `Set-Cookie` header that the browser sends back. */
export const cookieIn = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers['set-cookie']).split(';')[0] ?? '';

/** The cookie of a new session. */
export async function openSession(app: FastifyInstance, key: string): Promise<string> {
  const answer = await signIn(app, key);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return cookieIn(answer);
}

/** Sends a request from a page of the console. */
export const send = (app: FastifyInstance, cookie: string, { headers, ...request }: InjectOptions) =>
  app.inject({ ...request, headers: { ...fromConsole, cookie, ...(headers as Headers) } });

/** Who is signed in. */
export const session = (app: FastifyInstance, cookie: string) => send(app, cookie, { url: '/console/session' });
