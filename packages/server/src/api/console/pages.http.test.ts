import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService } from '../../../../testing/src/data/test-service.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { sendRaw } from '../../../../testing/src/http/raw-http.ts';

const index =
  '<!doctype html><title>orgdex</title><script type="module" src="/console/assets/index-B1c2D3e4.js"></script>';
const script = `console.log(${JSON.stringify('x'.repeat(2000))});`;

const home = mkdtempSync(join(tmpdir(), 'orgdex-console-'));
const built = join(home, 'dist');
let service: TestService;
let address: string;
beforeAll(async () => {
  mkdirSync(join(built, 'assets'), { recursive: true });
  writeFileSync(join(home, 'secret.txt'), 'outside of the folder');
  writeFileSync(join(built, 'index.html'), index);
  writeFileSync(join(built, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const path = join(built, 'assets/index-B1c2D3e4.js');
  writeFileSync(path, script);
  writeFileSync(`${path}.br`, brotliCompressSync(script));
  writeFileSync(`${path}.gz`, gzipSync(script));
  service = await openTestService({}, { consoleFolder: built });
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await service?.close();
  rmSync(home, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers });

describe('the pages', () => {
  test('/console leads to /console/', async () => {
    const { statusCode, headers } = await get('/console');
    expect([statusCode, headers.location]).toEqual([302, '/console/']);
  });

  test.each([
    '',
    'companies',
    'companies/c8wcc2pfamdjfydt0xgr7mmtra8',
    'accounts/Kestrel%20%26%20Vane%20Ltd.',
    'session/',
  ])('every page is the start page, which is never stored: /console/%s', async (path) => {
    const { statusCode, headers, body } = await get(`/console/${path}?q=kestrel`);
    expect([statusCode, body]).toEqual([200, index]);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  });

  test('every response has a strict policy', async () => {
    for (const url of [
      '/console',
      '/console/',
      '/console/review',
      '/console/favicon.svg',
      '/console/assets/index-B1c2D3e4.js',
    ]) {
      const { headers } = await get(url);
      expect(headers['content-security-policy']).toBe(
        [
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';",
          "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ].join(' '),
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
    }
  });

  test('HEAD has the headers of GET, and no body', async () => {
    const { statusCode, headers, body } = await service.app.inject({ method: 'HEAD', url: '/console/companies' });
    expect([statusCode, body, headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
  });

  test('other methods are not served', async () => {
    expectProblem(await service.app.inject({ method: 'POST', url: '/console/companies' }), 'route_not_found');
    expectProblem(await service.app.inject({ method: 'PUT', url: '/console/session' }), 'method_not_allowed');
  });
});

describe('hashed files', () => {
  const url = '/console/assets/index-B1c2D3e4.js';

  test('are cached for good', async () => {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, body]).toEqual([200, script]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers['content-encoding']).toBeUndefined();
  });

  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('are sent compressed in advance: %s', async (encoding, accepted, unpack) => {
    const { headers, rawPayload } = await get(url, { 'accept-encoding': accepted });
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringMatching(/javascript/),
    });
    expect(String(headers.vary).toLowerCase()).toContain('accept-encoding');
    expect(unpack(rawPayload).toString()).toBe(script);
  });

  test('that do not exist are not found, and the miss is not cached', async () => {
    for (const name of ['index-old.js', 'nested/index.js', '', '.hidden']) {
      const answer = await get(`/console/assets/${name}`);
      expectProblem(answer, 'route_not_found');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});

test('files beside the start page are served', async () => {
  const { statusCode, headers } = await get('/console/favicon.svg');
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/svg+xml', 'no-store']);
});

test.each([
  '../secret.txt',
  '..%2fsecret.txt',
  '%2e%2e/secret.txt',
  '%2e%2e%2fsecret.txt',
  'assets/../../secret.txt',
  'assets/..%2f..%2fsecret.txt',
  'assets/%2e%2e/%2e%2e/secret.txt',
  'assets/..%5c..%5csecret.txt',
  '..%00/secret.txt',
  'assets//../../secret.txt',
  '%252e%252e%252fsecret.txt',
])('no path leaves the folder: %s', async (path) => {
  const { port } = new URL(address);
  const answer = await sendRaw(Number(port), `GET /console/${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect([200, 400, 404]).toContain(answer.statusCode);
  expect(answer.body).not.toContain('outside of the folder');
});

describe('without a build', () => {
  test('the page names the command, and appears once the console is built', async () => {
    const folder = join(home, 'later');
    const other = await openTestService({}, { consoleFolder: folder });
    for (const url of ['/console/', '/console/companies']) {
      const { statusCode, headers, body } = await other.app.inject(url);
      expect([statusCode, headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
      expect(body).toContain('npm run build:console');
    }
    expectProblem(await other.app.inject('/console/assets/index.js'), 'route_not_found');
    mkdirSync(folder);
    writeFileSync(join(folder, 'index.html'), index);
    expect((await other.app.inject('/console/')).body).toBe(index);
    await other.close();
  });
});

test('without the console, its paths do not exist', async () => {
  const other = await openTestService({});
  for (const url of ['/console', '/console/', '/console/assets/index-B1c2D3e4.js', '/console/session']) {
    expectProblem(await other.app.inject(url), 'route_not_found');
  }
  await other.close();
});
