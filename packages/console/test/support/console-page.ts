import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const root = join(import.meta.dirname, '../../../..');

/** Builds the console into the folder that the server serves. */
export const buildConsole = (): void => {
  execFileSync(process.execPath, ['scripts/build-console.ts', '--quiet'], { cwd: root, stdio: 'pipe' });
};

export interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
}

/** A browser session of the console that fails on any error of a page. */
export interface ConsolePage {
  readonly page: Page;
  /** Opens a path of the console and waits for its heading. */
  go(path: string): Promise<void>;
  /** Opens a path of the console and waits until it has loaded everything. */
  load(path: string): Promise<void>;
  /** Errors that the pages logged, except that a request was rejected with one of these statuses. */
  errors(...expectedStatuses: number[]): string[];
  close(): Promise<void>;
}

export async function openConsole(browser: Browser, base: string, options: OpenOptions = {}): Promise<ConsolePage> {
  const { width = 1440, height = 900, theme = 'light' } = options;
  const context: BrowserContext = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  page.on('pageerror', (error) => logged.push(error.message));
  page.on('dialog', (dialog) => {
    logged.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== base) logged.push(`request to ${origin}`);
  });
  const go = async (path: string) => {
    await page.goto(`${base}/console${path}`);
    await page.locator('h1').first().waitFor();
  };
  return {
    page,
    go,
    // On a busy machine, the network can be idle before the page is drawn.
    async load(path) {
      await go(path);
      await page.waitForLoadState('networkidle');
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    },
    errors: (...expected) =>
      // A busy machine pauses a store now and then: the client repeats the request, but the browser logs the 503.
      logged.filter(
        (text) => ![503, ...expected].some((status) => text.includes(`responded with a status of ${status}`)),
      ),
    close: () => context.close(),
  };
}

/** Signs in as a person does. */
export async function signIn({ page, go }: ConsolePage, key: string): Promise<void> {
  await go('/sign-in');
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
  await page.locator('main h1').waitFor();
}

/** What axe finds wrong with the page, by all rules or by those with these names. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `window.axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

const addUpShifts = `
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.layoutShift += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** How far the content of a page moves while it loads, as the browser measures it: more than 0.1 disturbs a reader. */
export async function layoutShiftOf({ page, load }: ConsolePage, path: string): Promise<number> {
  await page.addInitScript(addUpShifts);
  await load(path);
  return page.evaluate<number>('window.layoutShift');
}

/** Elements that make the page wider than the window. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const elements = [...document.querySelectorAll('main *')];
    return elements.filter((one) => one.getBoundingClientRect().right > width).map((one) => one.outerHTML.slice(0, 120)).slice(0, 5);
  })()`);
