import { describe, expect, test } from 'vitest';
import {
  type BrowserRequest,
  checkProxy,
  checkSameOrigin,
  newSessionId,
  removedCookie,
  sessionCookie,
  sessionIdOf,
} from './browser-request.ts';

const request = (changes: Partial<BrowserRequest> = {}): BrowserRequest => ({
  method: 'GET',
  protocol: 'http',
  host: '127.0.0.1:8080',
  headers: {},
  ...changes,
});
const id = newSessionId();

test('a session id has 256 random bits', () => {
  expect(Buffer.from(id, 'base64url')).toHaveLength(32);
  expect(new Set(Array.from({ length: 100 }, newSessionId)).size).toBe(100);
});

describe('the cookie', () => {
  test.each(['127.0.0.1:8080', 'localhost:8080', 'localhost', '127.1:80', '[::1]:8080', 'console.localhost:3000'])(
    'is plain over HTTP on loopback: %s',
    (host) => {
      expect(sessionCookie(request({ host }), id)).toBe(`orgdex_session=${id}; Path=/; HttpOnly; SameSite=Strict`);
    },
  );
  test.each([
    ['https', '127.0.0.1:8080'],
    ['https', 'data.example.com'],
    ['http', 'data.example.com'],
    ['http', '192.168.0.7:8080'],
    ['http', 'localhost.example.com'],
    ['http', '127.0.0.1.example.com'],
  ])('needs HTTPS everywhere else: %s://%s', (protocol, host) => {
    const expected = `__Host-orgdex_session=${id}; Path=/; HttpOnly; SameSite=Strict; Secure`;
    expect(sessionCookie(request({ protocol, host }), id)).toBe(expected);
  });
  test('is removed with the attributes that it was set with', () => {
    expect(removedCookie(request({ protocol: 'https' }))).toBe(
      '__Host-orgdex_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
    );
  });
  test('is found among others', () => {
    const cookie = `theme=dark; orgdex_session=${id};x=orgdex_session`;
    expect(sessionIdOf(request({ headers: { cookie } }))).toBe(id);
  });
  test('without its prefix does not count over HTTPS, where another host could set it', () => {
    const headers = { cookie: `orgdex_session=${id}` };
    expect(sessionIdOf(request({ protocol: 'https', headers }))).toBeUndefined();
    expect(sessionIdOf(request({ host: 'data.example.com', headers }))).toBeUndefined();
  });
  test.each(['', 'orgdex_session=', 'orgdex_session=short', `xorgdex_session=${id}`, `orgdex_session=${id}x`])(
    'of another form is none: %s',
    (cookie) => expect(sessionIdOf(request({ headers: { cookie } }))).toBeUndefined(),
  );
});

describe('a request', () => {
  const site = (value: string | undefined, changes: Partial<BrowserRequest> = {}, more = {}) =>
    request({ ...changes, headers: { 'sec-fetch-site': value, ...more } });
  test('of the console itself is accepted', () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      expect(() => checkSameOrigin(site('same-origin', { method }))).not.toThrow();
    }
  });
  test('of an address that was typed is accepted only to open a page', () => {
    expect(() => checkSameOrigin(site('none', {}, { 'sec-fetch-mode': 'navigate' }))).not.toThrow();
    expect(() => checkSameOrigin(site('none'))).toThrow('cross_site_request');
    expect(() => checkSameOrigin(site('none', { method: 'POST' }, { 'sec-fetch-mode': 'navigate' }))).toThrow(
      'cross_site_request',
    );
  });
  test.each(['cross-site', 'same-site', 'Same-Origin', '', undefined])('from elsewhere is rejected: %s', (value) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      expect(() => checkSameOrigin(site(value, { method }))).toThrow('cross_site_request');
    }
  });
});

describe('a proxy that hides HTTPS', () => {
  const from = (origin: string | undefined, changes = {}) => request({ headers: { origin }, ...changes });
  test.each(['https://data.example.com', 'http://data.example.com', 'https://localhost'])('is rejected: %s', (origin) =>
    expect(() => checkProxy(from(origin))).toThrow('ORGDEX_TRUSTED_PROXIES'),
  );
  test.each([undefined, 'http://127.0.0.1:8080', 'http://localhost:5173'])('is none: %s', (origin) =>
    expect(() => checkProxy(from(origin))).not.toThrow(),
  );
  test('does no harm where the cookie needs HTTPS anyway', () => {
    expect(() => checkProxy(from('https://data.example.com', { host: 'data.example.com' }))).not.toThrow();
  });
});
