// Measures the console with Lighthouse, and how fast it reacts with 10,000 rows; writes docs/performance/console.md.

import type { Page } from 'playwright-core';
import { buildConsole, openConsole, signIn } from '../../console/test/support/console-page.ts';
import { type DemoConsole, openDemoConsole } from '../../console/test/support/demo-console.ts';
import { inspectAccessibility, inspectSpeed, openSession } from '../../console/test/support/lighthouse.ts';
import { openBrowser } from '../../testing/src/http/browser.ts';
import { freePort } from '../../testing/src/processes/free-port.ts';
import { hostOn, tableOf, whole, writeMeasured } from '../src/report/page.ts';
import { median, spreadOf } from '../src/report/statistics.ts';
import { waitForIdle } from '../src/speed/wait-for-idle.ts';

const runs = 5;
const rows = 10_000;
/** Inputs of each kind. */
const inputs = 20;
const note = (text: string) => void process.stderr.write(`${text}\n`);

async function measurePage(demo: DemoConsole, port: number, name: string, path: string): Promise<string[]> {
  const cookie = await openSession(demo);
  const address = `${demo.base}/console${path}`;
  const { score } = await inspectAccessibility(address, { port, cookie });
  const seen: Awaited<ReturnType<typeof inspectSpeed>>[] = [];
  for (let run = 0; run < runs; run += 1) {
    await waitForIdle();
    seen.push(await inspectSpeed(address, { port, cookie }));
    note(`${name}: ${JSON.stringify(seen.at(-1))}`);
  }
  const of = (figure: (one: (typeof seen)[number]) => number) => median(seen.map(figure));
  const { low, middle, high } = spreadOf(seen.map(({ performance: speed }) => Math.round(speed * 100)));
  return [
    name,
    `${middle} (${low}–${high})`,
    String(Math.round((score ?? 0) * 100)),
    `${whole.format(of((one) => one.contentMs))} ms`,
    `${whole.format(of((one) => one.blockingMs))} ms`,
    of((one) => one.layoutShift).toFixed(3),
  ];
}

/** A table in which every fourth row is a company of the demo. */
function tableWith({ companies, file }: DemoConsole): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const company = companies[at % companies.length];
    return at % 4 === 0 ? `"${company?.name}",${company?.fqdn ?? ''}` : `"${company?.name?.split(' ')[0]} ${at}",`;
  });
  return file('large.csv', ['Company,Site', ...lines].join('\n'));
}

const startObserver = `
  window.inputs = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (['click', 'keydown', 'input', 'pointerup'].includes(name)) window.inputs.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
`;

/** From each input to the next frame, as the browser measures it: in steps of 8 ms, and only from 16 ms. */
async function measureInputs(page: Page, name: string, act: (at: number) => Promise<void>): Promise<string[]> {
  await page.evaluate('window.inputs = []');
  for (let at = 0; at < inputs; at += 1) {
    await act(at);
    await page.waitForTimeout(100);
  }
  const durations = await page.evaluate<number[]>('window.inputs');
  note(`${name}: ${durations.join(' ')}`);
  const sorted = durations.toSorted((a, b) => a - b);
  const show = (value: number | undefined) => (value === undefined ? 'below 16 ms' : `${whole.format(value)} ms`);
  return [name, String(inputs), show(sorted[Math.floor(sorted.length / 2)]), show(sorted.at(-1))];
}

async function measureMatch(page: Page, demo: DemoConsole): Promise<string[][]> {
  await page.getByLabel('CSV file').setInputFiles(tableWith(demo));
  await page.getByRole('button', { name: `Match ${whole.format(rows)} rows` }).click();
  await page.evaluate(startObserver);
  const list = page.getByRole('list', { name: 'Rows' }).getByRole('button');
  const filters = ['All', 'Matched', 'Ambiguous', 'None'];
  const selectRow = (at: number) => list.nth(at % 10).click();
  const switchFilter = (at: number) =>
    page
      .getByRole('button', { name: new RegExp(`^${filters[at % filters.length]}`) })
      .first()
      .click();
  const whileRunning = await measureInputs(page, 'select a row while the file is matched', selectRow);
  await page.getByText(`${whole.format(rows)} rows in all`).waitFor({ timeout: 600_000 });
  await waitForIdle();
  return [
    whileRunning,
    await measureInputs(page, 'select a row', selectRow),
    await measureInputs(page, 'next row by keyboard', () => page.keyboard.press('j')),
    await measureInputs(page, 'show only one result', switchFilter),
  ];
}

buildConsole();
const demo = await openDemoConsole();
const port = await freePort();
const browser = await openBrowser(`--remote-debugging-port=${port}`);
try {
  const pages = [
    await measurePage(demo, port, 'search', '/companies'),
    await measurePage(demo, port, 'company', `/companies/${demo.known.id}`),
  ];
  const opened = await openConsole(browser, demo.base);
  await signIn(opened, demo.admin);
  await opened.go('/match');
  const reactions = await measureMatch(opened.page, demo);
  const day = new Date().toISOString().slice(0, 10);
  const measured = [
    `${hostOn(day, `Chromium ${browser.version()}`)}.`,
    tableOf(
      [
        'page',
        `performance (lowest–highest of ${runs})`,
        'accessibility',
        'largest paint',
        'blocking time',
        'layout shift',
      ],
      pages,
    ),
    tableOf([`input, with ${whole.format(rows)} rows`, 'inputs', 'median', 'slowest'], reactions),
  ].join('\n\n');
  writeMeasured('docs/performance/console.md', 'Speed of the console', measured);
  process.stdout.write(`${measured}\n`);
} finally {
  await browser.close();
  await demo.close();
}
