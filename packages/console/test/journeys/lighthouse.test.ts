import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../testing/src/http/browser.ts';
import { freePort } from '../../../testing/src/processes/free-port.ts';
import { buildConsole } from '../support/console-page.ts';
import { type DemoConsole, openDemoConsole } from '../support/demo-console.ts';
import { inspectAccessibility, openSession } from '../support/lighthouse.ts';

let demo: DemoConsole;
let browser: Browser;
let port: number;

beforeAll(async () => {
  buildConsole();
  demo = await openDemoConsole();
  port = await freePort();
  browser = await openBrowser(`--remote-debugging-port=${port}`);
});
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});

// The speed depends on the machine, so it is not judged here.
test.each([
  ['search', () => '/companies'],
  ['company', () => `/companies/${demo.companies[0]?.id}`],
])('the %s page is accessible', async (_, pathOf) => {
  const address = `${demo.base}/console${pathOf()}`;
  const found = await inspectAccessibility(address, { port, cookie: await openSession(demo) });
  expect(found).toEqual({ address, score: 1, failed: [] });
});
