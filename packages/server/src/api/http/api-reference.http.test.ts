import { type Endpoint, endpoints, GetCompany, GetUsage, problems, quickStart, SearchPeople } from '@orgdex/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openMatrixService } from '../../../../testing/src/access/matrix-service.ts';
import { type TestService, testAudit } from '../../../../testing/src/data/test-service.ts';
import { openBrowser } from '../../../../testing/src/http/browser.ts';
import { runCurl } from '../../../../testing/src/http/curl.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { issueKey } from '../access/key-changes.ts';

let service: TestService;
let browser: Browser;
let base: string;
let testKey: string;

beforeAll(async () => {
  service = await openMatrixService();
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await openBrowser();
  const terms = { account: 'acme', mode: 'test', scopes: ['company:read', 'people:search'] } as const;
  const asked = { terms: { ...terms, scopes: [...terms.scopes] }, makeAccount: true };
  testKey = (await issueKey({ pool: service.pool, ...testAudit }, asked)).key;
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

/** The script of the page is large: on a busy machine, the first load takes a while. */
const renderTimeoutMs = 60_000;

interface Opened {
  page: Page;
  /** Fails if the page requested something elsewhere, or logged an error. */
  expectQuiet(): void;
}

async function openPage(path: string, viewport = { width: 1400, height: 1000 }): Promise<Opened> {
  const page = await browser.newPage({ viewport });
  const hosts = new Set<string>();
  const errors: string[] = [];
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') || protocol.startsWith('ws')) hosts.add(host);
  });
  page.on('console', (message) => {
    // Browsers request this file on their own.
    const isIcon = message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && !isIcon) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(base + path, { waitUntil: 'networkidle' });
  return {
    page,
    expectQuiet() {
      expect([...hosts]).toEqual([new URL(base).host]);
      expect(errors).toEqual([]);
    },
  };
}

/** The example request of an operation, which is rendered once its part of the page comes near. */
const requestOf = (page: Page, { url }: Endpoint) =>
  page.locator('pre').filter({ hasText: 'YOUR_SECRET_TOKEN' }).filter({ hasText: url });

/** Scrolls down, and again from the top: a busy machine may pass an operation before it is rendered. */
const scrollOn = `
  const { scrollHeight } = document.documentElement;
  const isAtEnd = window.scrollY + window.innerHeight >= scrollHeight - 1;
  window.scrollTo(0, isAtEnd ? 0 : window.scrollY + 500);
`;

/** Scrolls until every operation is rendered. */
async function renderAll(page: Page, operations: readonly Endpoint[]): Promise<void> {
  await page.getByRole('heading', { name: 'API quick start' }).waitFor({ timeout: renderTimeoutMs });
  for (const operation of operations) {
    const scroll = async () => {
      await page.evaluate(`{ ${scrollOn} }`);
      expect(await requestOf(page, operation).count(), operation.url).toBe(1);
    };
    await vi.waitFor(scroll, { timeout: renderTimeoutMs, interval: 100 });
  }
}

const sidebarItem = (page: Page, name: string) => page.locator('aside').getByText(name, { exact: true }).first();

const customerOperations = [GetCompany, SearchPeople, GetUsage];
const adminOperations = endpoints.filter(({ scope }) => scope === 'admin');

describe('/docs', () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openPage('/docs');
    await renderAll(opened.page, customerOperations);
  });
  afterAll(() => opened.page.close());

  test('groups the operations, and contains none of the operator', async () => {
    const groups = ['API quick start', 'Companies', 'People', 'Usage'];
    for (const name of [...groups, ...customerOperations.map(({ summary }) => summary)]) {
      await sidebarItem(opened.page, name).waitFor({ timeout: renderTimeoutMs });
    }
    const text = await opened.page.locator('body').textContent();
    for (const { summary, url } of adminOperations) {
      expect(text).not.toContain(summary);
      expect(text).not.toContain(url);
    }
  });

  test('starts with the quick start', async () => {
    const headings = await opened.page.locator('h1, h2').allTextContents();
    const names = headings.map((text) => text.replaceAll(/[\u200b\n].*/gs, '').trim());
    const steps = [...quickStart('').matchAll(/^#+ (.*)$/gm)].map(([, name]) => name);
    expect(steps.length).toBeGreaterThan(8);
    expect(names.slice(0, steps.length + 1)).toEqual(['orgdex API', ...steps]);
    expect(names.indexOf('Companies')).toBeGreaterThan(steps.length);
  });

  test('preselects the bearer key', async () => {
    await opened.page.getByText('Bearer Token').first().waitFor({ timeout: renderTimeoutMs });
    const selected = opened.page.getByText(/Selected Auth Type/).first();
    expect(await selected.textContent()).toMatch(/bearer/);
  });

  test('shows requests that work when pasted with a test key, and their real responses', async () => {
    const { paths } = (await service.app.inject('/openapi.json')).json();
    for (const operation of customerOperations) {
      const { url, method } = operation;
      const command = (await requestOf(opened.page, operation).textContent()) ?? '';
      const response = await runCurl(command.replace('YOUR_SECRET_TOKEN', testKey));
      expect({ url, status: response.status }).toEqual({ url, status: 200 });
      const shown = paths[url][method.toLowerCase()].responses[200].content['application/json'].example;
      if (shown) expect(await response.json()).toEqual(shown);
    }
  });

  test('loads nothing from another host, and logs no error', () => opened.expectQuiet());
});

describe('the quick start', () => {
  const blocks = [...quickStart('').matchAll(/```(sh|json)\n(.*?)```/gs)].map(([, kind, text = '']) => ({
    kind,
    text,
  }));
  const examples = blocks.flatMap(({ text }, index) =>
    text.startsWith('curl')
      ? [[text.trim(), blocks[index + 1]?.kind === 'json' ? blocks[index + 1]?.text : ''] as const]
      : [],
  );

  test.each(examples)('%s', async (command, json) => {
    const response = await runCurl(command, { BASE: base, KEY: testKey });
    expect(response.status).toBe(200);
    const isKnown = (key: string) => key !== '…';
    const expected = JSON.parse(json || 'null', (_, value) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).filter(([key]) => isKnown(key)))
        : value,
    );
    if (expected && !command.includes('sandbox-crowd')) expect(await response.json()).toMatchObject(expected);
  });

  test.each(
    [...quickStart('').matchAll(/^- `(sandbox-[a-z-]+)`: (?:the response (\d+))?/gm)].map((row) => row.slice(1)),
  )('the id %s is answered as listed', async (id, status = '200') => {
    const headers = { authorization: `Bearer ${testKey}` };
    const response = await service.app.inject({ url: `/company?id=${id}`, headers });
    expect(String(response.statusCode)).toBe(status);
  });
});

test('/docs/admin shows every operation of the operator, by group, and none of customers', async () => {
  const { page, expectQuiet } = await openPage('/docs/admin');
  for (const { summary, tag } of adminOperations) {
    await sidebarItem(page, tag).waitFor({ timeout: renderTimeoutMs });
    await sidebarItem(page, summary).waitFor({ timeout: renderTimeoutMs });
  }
  await page.getByText('Bearer Token').first().waitFor({ timeout: renderTimeoutMs });
  const text = await page.locator('body').textContent();
  for (const { summary } of customerOperations) expect(text).not.toContain(summary);
  expectQuiet();
  await page.close();
}, 120_000);

test('the reference fits a phone', async () => {
  const { page, expectQuiet } = await openPage('/docs', { width: 390, height: 800 });
  await renderAll(page, customerOperations);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expectQuiet();
  await page.close();
}, 120_000);

test('the link of an error object leads to the description of the problem', async () => {
  const { docs } = expectProblem(await service.app.inject('/nowhere'), 'route_not_found');
  const { page, expectQuiet } = await openPage(docs);
  expect(await page.locator(':target').textContent()).toContain(problems.route_not_found.title);
  expectQuiet();
  await page.close();
});
