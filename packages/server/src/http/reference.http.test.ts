import { GetCompany, problems, SearchPeople } from '@orgdex/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../test/support/browser.ts';
import { expectProblem } from '../../test/support/problem.ts';
import { openWorld, type World } from '../../test/support/world.ts';

let world: World;
let browser: Browser;
let base: string;

beforeAll(async () => {
  world = await openWorld({});
  base = await world.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

async function openPage(path: string): Promise<{ page: Page; hosts: Set<string>; errors: string[] }> {
  const page = await browser.newPage();
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
  return { page, hosts, errors };
}

test('the reference page shows both operations, contacts no other host and respects its content security policy', async () => {
  const { page, hosts, errors } = await openPage('/docs');
  for (const { summary } of [GetCompany, SearchPeople]) {
    await page.getByText(summary).first().waitFor({ timeout: 20_000 });
  }
  await page.getByText('unsupported_country').first().waitFor({ timeout: 20_000, state: 'attached' });
  await page.waitForTimeout(1000);
  expect([...hosts]).toEqual([new URL(base).host]);
  expect(errors).toEqual([]);
});

test('the link in an error object leads to the description of the problem', async () => {
  const { docs } = expectProblem(await world.app.inject('/nowhere'), 'route_not_found');
  const { page, hosts, errors } = await openPage(docs);
  expect(await page.locator(':target').textContent()).toContain(problems.route_not_found.title);
  expect([...hosts]).toEqual([new URL(base).host]);
  expect(errors).toEqual([]);
});
