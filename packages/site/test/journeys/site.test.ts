import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tooWide, violationsOf } from '../../../console/test/support/console-page.ts';
import { openBrowser } from '../../../testing/src/http/browser.ts';
import { serveFolder } from '../support/serve-folder.ts';

const site = join(import.meta.dirname, '../..');
let served: Awaited<ReturnType<typeof serveFolder>>;
let browser: Browser;

beforeAll(async () => {
  // It fails on a broken link. Variables of Vitest would build pages for development.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  execFileSync(process.execPath, [join(site, 'src/build.ts')], { env, stdio: 'pipe' });
  served = await serveFolder(join(site, 'dist'));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

/** Opens a page and collects its errors and its requests to other servers. */
async function open(path: string, { width = 1440, theme = 'light' as 'light' | 'dark' } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(served.base)) problems.push(request.url());
  });
  await page.goto(served.base + path);
  await page.locator('h1').first().waitFor();
  return { page, problems, close: () => context.close() };
}

const paths = [
  '/',
  '/documents/',
  '/tutorials/give-a-customer-access/',
  '/guides/crm-sync/',
  '/reference/cli/',
  '/reference/schema/',
];
const views = [
  { width: 1440, theme: 'light' as const },
  { width: 1440, theme: 'dark' as const },
  { width: 390, theme: 'light' as const },
];

describe('the documentation site', () => {
  test.each(paths.flatMap((path) => views.map((view) => ({ path, ...view }))))(
    'has no accessibility violation on $path, $width wide, $theme',
    async ({ path, ...view }) => {
      const { page, problems, close } = await open(path, view);
      expect([await violationsOf(page), await tooWide(page), problems]).toEqual([[], [], []]);
      await close();
    },
  );

  test('finds a page by a word of its text, without another server', async () => {
    const { page, problems, close } = await open('/');
    await page.getByRole('button', { name: 'Search' }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .or(page.getByRole('searchbox'))
      .first()
      .fill('jupyter notebook');
    await page.getByRole('link', { name: 'Explore companies in a notebook' }).first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
