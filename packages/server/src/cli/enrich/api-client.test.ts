import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeApi, openFakeApi } from '../../../../testing/src/http/fake-api.ts';
import { maxWaitSeconds, openApi } from './api-client.ts';

let api: FakeApi;
let waits: number[];
beforeEach(async () => {
  api = await openFakeApi();
  waits = [];
});
afterEach(() => api.close());

const options = (url = api.url) => ({
  url,
  key: 'orgdex_live_x',
  onWait: () => {},
  sleep: async (seconds: number) => void waits.push(seconds),
});
const call = (url?: string) =>
  openApi(options(url))((client) => client.companies.match({ companies: [{ name: 'Tern' }] }));
const busy = (status: number, retryAfter?: string) => ({
  status,
  code: status === 429 ? 'rate_limited' : 'overloaded',
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

describe('a busy service', () => {
  test.each([429, 503])('is asked again after exactly the time that it states (%d)', async (status) => {
    api.failIf((_, n) => (n <= 12 ? busy(status, String(n)) : undefined));
    expect(await call()).toMatchObject({ matched: 1 });
    expect(waits).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  test('is asked again after longer and longer pauses if it states none', async () => {
    api.failIf((_, n) => (n <= 3 ? busy(503) : undefined));
    await call();
    expect(waits).toEqual([0.5, 1, 2]);
  });

  test('is given up after ten minutes', async () => {
    api.failIf(() => busy(503, '60'));
    await expect(call()).rejects.toThrow('The service responded with 503: It failed.');
    expect(waits.reduce((sum, one) => sum + one, 0)).toBe(maxWaitSeconds);
  });

  test('that states a longer time is not waited for', async () => {
    api.failIf(() => ({ status: 429, code: 'daily_cap_reached', message: 'Enough for today.', retryAfter: '3600' }));
    await expect(call()).rejects.toThrow('The service responded with 429: Enough for today.');
    expect(waits).toEqual([]);
  });
});

describe('a connection', () => {
  test('that breaks is opened again', async () => {
    api.failIf((_, n) => (n <= 2 ? 'cut' : undefined));
    expect(await call()).toMatchObject({ matched: 1 });
    expect(waits).toEqual([0.5, 1]);
  });

  test('that cannot be opened is given up after about a minute, with what to check', async () => {
    const { url } = api;
    await api.close();
    await expect(call(url)).rejects.toThrow(`No response from ${url} (connect ECONNREFUSED`);
    expect(waits).toHaveLength(7);
    expect(waits.reduce((sum, one) => sum + one, 0)).toBeLessThan(70);
    api = await openFakeApi();
  });
});

describe('a request that cannot pass', () => {
  test.each([
    [{ status: 401, code: 'key_unknown', message: 'The API key is not valid.' }, '401: The API key is not valid.'],
    [{ status: 429, code: 'quota_exhausted', message: 'No credits.', retryAfter: '1' }, '429: No credits.'],
    [{ status: 404 }, 'responded with 404, but not like orgdex. Check --url.'],
    [{ status: 200 }, 'responded with 200, but not like orgdex. Check --url.'],
  ])('is not repeated (%o)', async (fault, message) => {
    api.failIf(() => fault);
    await expect(call()).rejects.toThrow(message);
    expect(waits).toEqual([]);
  });
});

test('the service may be below a path', async () => {
  await call(`${api.url}/data/`);
  expect(api.requests[0]?.path).toBe('/data/companies/match');
});
