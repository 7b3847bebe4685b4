import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { syntheticContent } from '../../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService, testAudit } from '../../../../testing/src/data/test-service.ts';
import { openBrowser } from '../../../../testing/src/http/browser.ts';
import { readKey } from '../../stores/postgres/access/api-keys.ts';
import { issueKey } from '../access/key-changes.ts';

/** The responses of the server: a page of another origin cannot see them, nor can a test through that page. */
const answered: { method: string; route: string; status: number }[] = [];
const logger = pino({ level: 'info' }, { write: (line) => void answered.push(JSON.parse(line)) });

const consoleFolder = mkdtempSync(join(tmpdir(), 'orgdex-console-'));
let service: TestService;
let base: string;
let browser: Browser;
/** Another server: another origin on 127.0.0.1, and another site on localhost. */
let elsewhere: Server;
let port: number;
beforeAll(async () => {
  writeFileSync(join(consoleFolder, 'index.html'), '<!doctype html><title>orgdex</title><h1>Console</h1>');
  service = await openTestService(syntheticContent, { consoleFolder, logger });
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await openBrowser();
  elsewhere = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Elsewhere</h1>'));
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
  port = (elsewhere.address() as AddressInfo).port;
});
afterAll(async () => {
  await browser?.close();
  elsewhere?.close();
  await service?.close();
  rmSync(consoleFolder, { recursive: true });
});

let context: BrowserContext;
let keyId: string;
/** A browser in which an admin is signed in. */
beforeEach(async () => {
  const terms = { account: 'acme', scopes: ['admin' as const] };
  const { key, details } = await issueKey({ pool: service.pool, ...testAudit }, { terms, makeAccount: true });
  keyId = details.id;
  context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${base}/console/`);
  expect(await call(page, '/console/session', { method: 'POST', body: JSON.stringify({ key }), headers })).toBe(200);
  return () => context.close();
});

const headers = { 'content-type': 'application/json' };

/** The status of a request that a page sends; 0 if the page cannot see it. */
const call = (page: Page, url: string, options: RequestInit = {}): Promise<number> =>
  page.evaluate(
    async ([to, how]) =>
      fetch(to as string, { credentials: 'include', ...(how as object) }).then(
        ({ status }) => status,
        () => 0,
      ),
    [url, options] as const,
  );

const isRevoked = async () => (await readKey(service.pool, keyId))?.revoked_at !== null;

describe('a browser', () => {
  test('sends what the console needs, and hides the cookie from scripts', async () => {
    const page = context.pages()[0] as Page;
    expect(await call(page, '/company?id=kestrel')).toBe(200);
    expect(await call(page, '/console/session')).toBe(200);
    expect(await page.evaluate(() => (globalThis as unknown as { document: { cookie: string } }).document.cookie)).toBe(
      '',
    );
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({
      name: 'orgdex_session',
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      expires: -1,
    });
    expect(await call(page, '/console/session', { method: 'DELETE' })).toBe(200);
    expect(await context.cookies()).toEqual([]);
    expect(await call(page, '/company?id=kestrel')).toBe(401);
  });

  test('opens an address that was typed', async () => {
    const page = await context.newPage();
    expect((await page.goto(`${base}/company?id=kestrel`))?.status()).toBe(200);
  });
});

/** Another port is the same site, so the browser sends the cookie and the server rejects; another host gets no cookie. */
describe.each([
  ['127.0.0.1', 403],
  ['localhost', 401],
])('a page of another origin, at %s,', (host, status) => {
  const openElsewhere = async () => {
    const page = await context.newPage();
    await page.goto(`http://${host}:${port}/`);
    answered.length = 0;
    return page;
  };

  test('reads nothing', async () => {
    const page = await openElsewhere();
    expect(await call(page, `${base}/company?id=kestrel`)).toBe(0);
    await call(page, `${base}/admin/keys`, { mode: 'no-cors' });
    await expect
      .poll(() => answered)
      .toMatchObject([
        { method: 'GET', route: '/company', status },
        { method: 'GET', route: '/admin/keys', status },
      ]);
  });

  test('changes nothing, by a script or by a form', async () => {
    const page = await openElsewhere();
    const url = `${base}/admin/keys/${keyId}/revoke`;
    expect(await call(page, url, { method: 'POST', body: '{}', headers })).toBe(0);
    await call(page, url, { method: 'POST', body: '{}', mode: 'no-cors' });
    await call(page, `${base}/console/session`, { method: 'DELETE' });
    await page.setContent(`<form method="post" action="${url}"></form>`);
    await page.locator('form').evaluate((form) => (form as unknown as { submit(): void }).submit());
    const posts = () => answered.filter(({ method, route }) => method === 'POST' && route.endsWith('/revoke'));
    await expect.poll(posts).toMatchObject([{ status }, { status }]);
    expect(await isRevoked()).toBe(false);
    expect(await call(context.pages()[0] as Page, '/console/session')).toBe(200);
  });

  test('cannot show the console in a frame', async () => {
    const page = await openElsewhere();
    await page.setContent(`<iframe src="${base}/console/"></iframe>`);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await page.waitForLoadState('networkidle');
    expect(await frame?.content()).not.toContain('Console');
  });
});
