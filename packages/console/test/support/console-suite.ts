import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openBrowser } from '../../../testing/src/http/browser.ts';
import { buildConsole, type ConsolePage, type OpenOptions, openConsole, signIn } from './console-page.ts';
import { type DemoConsole, openDemoConsole } from './demo-console.ts';

/** The installation of the suite that imports this file; there from its first test on. */
export let demo: DemoConsole;
let browser: Browser;
let opened: ConsolePage | undefined;

beforeAll(async () => {
  buildConsole();
  demo = await openDemoConsole();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await demo?.close();
});
afterEach(async () => {
  await opened?.close();
});

/** Opens the console in a new browser session, which ends with the test. */
export async function openSignedOut(options: OpenOptions = {}): Promise<ConsolePage> {
  opened = await openConsole(browser, demo.base, options);
  return opened;
}

export async function open(key: string, options: OpenOptions = {}): Promise<ConsolePage> {
  const console = await openSignedOut(options);
  await signIn(console, key);
  return console;
}

/** The text of the file that a button downloads. */
export async function downloaded(page: Page, button: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFileSync(await download.path(), 'utf8');
}

/** The lines of the CSV file that a button downloads. */
export const downloadedLines = async (page: Page, button: Locator): Promise<string[]> =>
  (await downloaded(page, button)).trim().split('\r\n');
