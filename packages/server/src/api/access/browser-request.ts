import { hash, randomBytes } from 'node:crypto';
import { Failure } from '../../core/errors/failure.ts';

/** What is known of the request of a browser: its headers, and the address that it was sent to. */
export interface BrowserRequest {
  readonly method: string;
  /** `https` if a trusted proxy says so. */
  readonly protocol: string;
  readonly host: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const idBytes = 32;
const idShape = /^[0-9A-Za-z_-]{43}$/;

/** 256 random bits: the session itself, which only the browser has. */
export const newSessionId = (): string => randomBytes(idBytes).toString('base64url');

/** The stored form of a session id. */
export const hashOfSession = (id: string): Buffer => hash('sha256', id, 'buffer');

const isLoopbackName = (name: string): boolean => /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$|^\[::1\]$/.test(name);

/** Whether the browser reaches this machine directly. Every other address needs HTTPS. */
const isPlainLoopback = ({ protocol, host }: BrowserRequest): boolean =>
  protocol === 'http' && isLoopbackName(URL.parse(`http://${host}`)?.hostname ?? '');

/** `__Host-` keeps other hosts from setting the cookie, and requires `Secure`, which needs HTTPS. */
const cookieName = (request: BrowserRequest): string =>
  isPlainLoopback(request) ? 'orgdex_session' : '__Host-orgdex_session';

/** The id in the cookie; undefined: the browser has no session. */
export function sessionIdOf(request: BrowserRequest): string | undefined {
  const start = `${cookieName(request)}=`;
  const cookies = String(request.headers.cookie ?? '').split(';');
  const value = cookies.map((cookie) => cookie.trim()).find((cookie) => cookie.startsWith(start));
  const id = value?.slice(start.length) ?? '';
  return idShape.test(id) ? id : undefined;
}

const attributesOf = (request: BrowserRequest): string =>
  `Path=/; HttpOnly; SameSite=Strict${isPlainLoopback(request) ? '' : '; Secure'}`;

/** Gives the browser a session, until it is closed or the session ends. */
export const sessionCookie = (request: BrowserRequest, id: string): string =>
  `${cookieName(request)}=${id}; ${attributesOf(request)}`;

export const removedCookie = (request: BrowserRequest): string =>
  `${cookieName(request)}=; Max-Age=0; ${attributesOf(request)}`;

const missingHeader = [
  'The request has no `Sec-Fetch-Site` header. Open the console over HTTPS or at `http://127.0.0.1`, in a current',
  'browser. Programs send an API key in the `Authorization` header instead.',
].join(' ');

/** Fails if another site may have made the browser send the request. */
export function checkSameOrigin({ method, headers }: BrowserRequest): void {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  // The address was typed, or opened from a bookmark.
  if (site === 'none' && method === 'GET' && headers['sec-fetch-mode'] === 'navigate') return;
  throw new Failure('cross_site_request', site === undefined ? { message: missingHeader } : {});
}

/** Fails if a proxy hides that the browser is elsewhere: the cookie would be sent without protection. */
export function checkProxy(request: BrowserRequest): void {
  const origin = URL.parse(String(request.headers.origin ?? ''));
  if (!origin || !isPlainLoopback(request)) return;
  if (origin.protocol === 'http:' && isLoopbackName(origin.hostname)) return;
  throw new Failure('cross_site_request', {
    message: [
      `The browser uses ${origin.origin}, but the server received http://${request.host}. The proxy must send the`,
      'headers `X-Forwarded-Host` and `X-Forwarded-Proto`, and ORGDEX_TRUSTED_PROXIES must contain its address.',
    ].join(' '),
  });
}

/**
 * Fails if a page of another site may have made the browser send the request. Over plain HTTP, only the names of this machine
 * are trusted: every other name may have been pointed at it.
 */
export function checkOrigin(request: BrowserRequest): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const isSameHost = URL.parse(String(origin))?.host === request.host;
  if (isSameHost && (request.protocol === 'https' || isPlainLoopback(request))) return;
  throw new Failure('cross_site_request', { message: 'Pages of other sites must not send this request.' });
}
