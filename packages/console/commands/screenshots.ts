// Saves a picture of every page, in light and dark: node packages/console/commands/screenshots.ts FOLDER [PAGE…]

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../testing/src/http/browser.ts';
import { buildConsole, openConsole, signIn } from '../test/support/console-page.ts';
import { type DemoConsole, office, openDemoConsole } from '../test/support/demo-console.ts';

interface Shot {
  readonly path: (demo: DemoConsole) => string;
  /** What to do on the page before the picture. */
  readonly prepare?: (page: Page, demo: DemoConsole) => Promise<void>;
  readonly width?: number;
}

async function matchFile(page: Page, { file, companies }: DemoConsole): Promise<void> {
  const rows = companies.map(
    ({ name }, at) => `${at % 4 === 3 ? `${name?.slice(0, 6)} Holdings` : name?.slice(0, -3)},AU`,
  );
  await page.setInputFiles('input[type=file]', file('prospects.csv', ['Company,Country', ...rows].join('\n')));
  await page.getByRole('button', { name: /^Match \d/ }).click();
  await page.getByText(`${companies.length} rows in all`).waitFor();
  await page.getByRole('list', { name: 'Rows' }).getByRole('button').first().click();
}

async function findPeople(page: Page): Promise<void> {
  await page.getByLabel('Find the person by').selectOption('phone');
  await page.getByLabel('Phone number', { exact: true }).fill(office.phone);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'What is stored' }).waitFor();
}

const shots: Readonly<Record<string, Shot>> = {
  'sign-in': { path: () => '/sign-in' },
  companies: { path: () => '/companies?country=AU' },
  'companies-narrow': { path: () => '/companies?country=AU', width: 390 },
  'companies-none': { path: () => '/companies?q=zzzznothing&country=AU' },
  company: { path: (demo) => `/companies/${demo.known.id}` },
  'company-narrow': { path: (demo) => `/companies/${demo.known.id}`, width: 390 },
  'company-people': { path: (demo) => `/companies/${demo.known.id}?tab=people` },
  'company-records': { path: (demo) => `/companies/${demo.known.id}?tab=records` },
  match: { path: () => '/match', prepare: matchFile },
  review: { path: () => '/review' },
  imports: { path: () => '/imports' },
  coverage: { path: () => '/coverage' },
  'access-accounts': { path: () => '/access/accounts' },
  'access-keys': { path: () => '/access/keys' },
  'access-usage': { path: () => '/access/usage' },
  'access-audit': { path: () => '/access/audit' },
  privacy: { path: () => '/privacy' },
  'privacy-requests': { path: () => '/privacy?tab=requests', prepare: findPeople },
  'privacy-requests-narrow': { path: () => '/privacy?tab=requests', prepare: findPeople, width: 390 },
  'privacy-expiry': { path: () => '/privacy?tab=expiry' },
  status: { path: () => '/status', prepare: (page) => page.getByText('PostgreSQL').first().waitFor() },
  usage: { path: () => '/usage' },
};

const [folder = '', ...only] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder for the pictures');
mkdirSync(folder, { recursive: true });
buildConsole();
const demo = await openDemoConsole();
const browser = await openBrowser();
try {
  for (const theme of ['light', 'dark'] as const) {
    for (const [name, { path, prepare, width = 1440 }] of Object.entries(shots)) {
      if (only.length > 0 && !only.includes(name)) continue;
      const opened = await openConsole(browser, demo.base, { theme, width });
      if (name !== 'sign-in') await signIn(opened, demo.admin);
      await opened.load(path(demo));
      await prepare?.(opened.page, demo);
      await opened.page.screenshot({ path: join(folder, `${name}-${theme}.png`) });
      await opened.close();
    }
  }
} finally {
  await browser.close();
  await demo.close();
}
