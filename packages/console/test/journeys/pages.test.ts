import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../../testing/src/http/browser.ts';
import {
  buildConsole,
  type ConsolePage,
  layoutShiftOf,
  openConsole,
  signIn,
  tooWide,
  violationsOf,
} from '../support/console-page.ts';
import { type DemoConsole, hostile, office, openDemoConsole } from '../support/demo-console.ts';

let demo: DemoConsole;
let browser: Browser;
let opened: ConsolePage;

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

async function open(key: string, options = {}) {
  opened = await openConsole(browser, demo.base, options);
  await signIn(opened, key);
  return opened;
}

/** The text of the file that a button downloads. */
async function downloaded(page: Page, button: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFileSync(await download.path(), 'utf8');
}

/** The lines of the CSV file that a button downloads. */
const downloadedLines = async (page: Page, button: Locator): Promise<string[]> =>
  (await downloaded(page, button)).trim().split('\r\n');

describe('signing in', () => {
  test('a wrong key is rejected with a message; a right one opens the companies', async () => {
    opened = await openConsole(browser, demo.base);
    const { page, go, errors } = opened;
    await go('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('API key').fill('orgdex_live_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This key is not valid').waitFor();
    await page.getByLabel('API key').fill(demo.admin);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Companies' }).waitFor();
    expect(errors(401)).toEqual([]);
  });

  test('leads back to the page that was asked for', async () => {
    opened = await openConsole(browser, demo.base);
    const { page, go } = opened;
    await go('/companies?q=tern');
    expect(await page.getByText('Your session has ended').count()).toBe(0);
    await page.getByLabel('API key').fill(demo.admin);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Companies' }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=tern');
  });

  test('the key reaches neither storage nor the address, and signing out ends the session', async () => {
    const { page, go, errors } = await open(demo.admin);
    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    );
    expect(stored).not.toContain(demo.admin.slice(12));
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await go('/status');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(errors(401)).toEqual([]);
  });
});

describe('companies', () => {
  test('a company is found by name, and the source of its employee count is shown', async () => {
    const { page, errors } = await open(demo.admin);
    const company = demo.known;
    await page.getByRole('combobox', { name: 'Search companies' }).fill(company.name ?? '');
    await page.getByRole('combobox', { name: 'Search companies' }).press('Enter');
    await page
      .locator('table')
      .getByRole('link', { name: company.name ?? '' })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: company.name ?? '' }).waitFor();
    await page.getByRole('button', { name: /Source of employees: demo/ }).click();
    await page
      .getByText(/From demo|The service returns/)
      .first()
      .waitFor();
    expect(errors()).toEqual([]);
  });

  test('its heads of marketing are found by title, and by level and department', async () => {
    const { page, go, errors } = await open(demo.admin);
    await go(`/companies/${demo.known.id}?tab=people`);
    const people = page.getByRole('region', { name: 'People', exact: true });
    await people.getByLabel('Job title').fill('head of marketing');
    await people.getByLabel('Job title').press('Enter');
    await page.waitForURL(/position=head/);
    await people.getByText(/^1–1 of 1$/).waitFor();
    await people.getByRole('cell', { name: 'Head of Marketing', exact: true }).waitFor();
    await go(`/companies/${demo.known.id}?tab=people`);
    await people.getByLabel('Seniority').selectOption({ label: 'VP / Director / Head of' });
    await people.getByLabel('Department').selectOption({ label: 'Marketing' });
    await people.getByRole('cell', { name: 'Head of Marketing', exact: true }).waitFor();
    expect(errors()).toEqual([]);
  });

  test('filters, order and page are in the address; the previous page comes back', async () => {
    const { page, go, errors } = await open(demo.admin);
    await go('/companies');
    await page.getByRole('checkbox', { name: /^Australia/ }).check();
    await page.getByRole('button', { name: /Remove the filter Country: Australia/ }).waitFor();
    await page.getByLabel('Order').selectOption('name');
    await page.waitForURL(/country=AU.*sort=name|sort=name.*country=AU/);
    await page.locator('[aria-busy=false] tbody').waitFor();
    await page.locator('th[aria-sort=ascending]').waitFor();
    await page.waitForLoadState('networkidle');
    const firstRow = await page.locator('tbody [data-row]').first().textContent();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByText(/^26–/).waitFor();
    await page.getByRole('button', { name: 'Previous', exact: true }).click();
    await page.getByText(/^1–25 of/).waitFor();
    expect(await page.locator('tbody [data-row]').first().textContent()).toBe(firstRow);
    await page.reload();
    await page.getByRole('button', { name: /Remove the filter Country: Australia/ }).click();
    await page.waitForURL((url) => !url.search.includes('country'));
    expect(errors()).toEqual([]);
  });

  test('a value is found by any of its words, with the count of the result', async () => {
    const { page, go, errors } = await open(demo.admin);
    await go('/companies?country=AU');
    const { facets } = await demo.client.companies.search({ filter: { country: ['AU'] }, facets: ['industry'] }).page();
    const value = facets.industry?.values.find(({ label }) => /^\w+ \w+$/.test(label));
    const word = value?.label.split(' ')[1] ?? '';
    await page.getByLabel('Find a value of industry').fill(word.slice(0, 6));
    await page.getByRole('checkbox', { name: new RegExp(`^${value?.label}\\s*${value?.count}$`) }).check();
    await page.getByText(`${value?.count} found`).waitFor();
    expect(errors()).toEqual([]);
  });

  test('an empty result says which filter to remove', async () => {
    const { page, go } = await open(demo.admin);
    await go('/companies?q=zzzznothing&country=AU');
    await page.getByText('No companies match').waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
    await page.locator('tbody [data-row]').first().waitFor();
  });

  test('the result is saved as CSV, after saying what it costs', async () => {
    const { page, go } = await open(demo.customer);
    await go('/companies?country=NZ');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    await page.getByText(/It costs \d+ credit/).waitFor();
    const lines = await downloadedLines(page, page.getByRole('button', { name: 'Save', exact: true }));
    const { total } = await demo.client.companies.search({ filter: { country: ['NZ'] } }).page();
    expect(lines).toHaveLength(total.value + 1);
    expect(lines[0]).toContain('id,name,fqdn');
  });

  test('a saved table has no formula', async () => {
    const { page, go } = await open(demo.customer);
    await go('/companies?source=formulas');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const lines = await downloadedLines(page, page.getByRole('button', { name: 'Save', exact: true }));
    expect(lines).toHaveLength(2);
    expect(lines[1]?.split(',')[1]).toBe("'=cmd|' /C calc'!A0");
  });

  test('people are found in the selected companies', async () => {
    const { page, go, errors } = await open(demo.admin);
    await go('/companies?has=people');
    for (const at of [0, 1, 2]) await page.locator('tbody input[type=checkbox]').nth(at).check();
    await page.getByText('3 selected, clear').waitFor();
    await page.getByRole('button', { name: 'Find people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Find people in 3 companies' });
    await dialog.getByRole('button', { name: 'Find people' }).click();
    await dialog.getByText(/in 3 companies$/).waitFor();
    const lines = await downloadedLines(page, dialog.getByRole('button', { name: 'Save as CSV' }));
    expect(lines[0]).toContain('company_name,company_fqdn,company_region,company_hq_location,company_size');
    expect(new Set(lines.slice(1).map((line) => line.split(',')[0])).size).toBe(3);
    expect(errors()).toEqual([]);
  });
});

describe('match', () => {
  const tableOf = (rows: number) => {
    const lines = Array.from({ length: rows }, (_, at) => {
      const company = demo.companies[at % demo.companies.length];
      if (at % 4 === 0) return `"${company?.name}",${company?.fqdn ?? ''},P-${at}`;
      if (at % 4 === 1) return `"${company?.name?.split(' ')[0]}",,P-${at}`;
      return at % 4 === 2 ? `Pinchbeck Roofing ${at},,=cmd()` : `,,P-${at}`;
    });
    return demo.file(`table-${rows}.csv`, ['Company,Site,Ref', ...lines].join('\n'));
  };

  test('a file of 200 rows is matched, decided and downloaded; the counts add up', async () => {
    const { page, go, errors } = await open(demo.admin);
    await go('/match');
    await page.getByLabel('CSV file').setInputFiles(tableOf(200));
    await page.getByRole('button', { name: 'Match 200 rows' }).click();
    await page.getByText('200 rows in all').waitFor({ timeout: 120_000 });
    const legend = await page.getByRole('status').filter({ hasText: 'matched' }).textContent();
    const counts = [...(legend ?? '').matchAll(/(\d+) (?:matched|ambiguous|none|invalid)/g)].map(([, count]) =>
      Number(count),
    );
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(200);
    await page.getByRole('list', { name: 'Rows' }).getByRole('button').first().click();
    await page.getByText('Before evidence').waitFor();
    await page.getByRole('button', { name: 'None of these' }).click();
    const lines = await downloadedLines(page, page.getByRole('button', { name: 'Download CSV' }));
    expect(lines).toHaveLength(201);
    expect(lines[1]).toContain(',rejected');
    expect(lines[3]).toContain("'=cmd()");
    expect(errors()).toEqual([]);
  });

  test('leaving with results that were not downloaded asks first', async () => {
    const { page, go, errors } = await open(demo.admin);
    await go('/match');
    await page.getByLabel('CSV file').setInputFiles(tableOf(3));
    await page.getByRole('button', { name: 'Match 3 rows' }).click();
    await page.getByText('3 rows in all').waitFor();
    const leave = page.getByRole('alertdialog', { name: 'Leave without the results?' });
    await page.getByRole('link', { name: 'Imports' }).click();
    await leave.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('3 rows in all').waitFor();
    await page.getByRole('link', { name: 'Imports' }).click();
    await leave.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor();
    expect(errors()).toEqual([]);
  });

  test('of 10,000 rows only those in view are drawn', async () => {
    const { page, go, errors } = await open(demo.admin);
    await go('/match');
    await page.getByLabel('CSV file').setInputFiles(tableOf(10_000));
    await page.getByRole('button', { name: 'Match 10,000 rows' }).waitFor();
    const rows = page.getByRole('list', { name: 'Rows' }).getByRole('button');
    expect(await rows.count()).toBeLessThan(60);
    await page.getByRole('list', { name: 'Rows' }).evaluate((list: { parentElement: { scrollTop: number } }) => {
      list.parentElement.scrollTop = 1e9;
    });
    await rows.filter({ hasText: '10,001' }).waitFor();
    expect(errors()).toEqual([]);
  });
});

test('three matches are reviewed by keyboard: accept, undo, reject', async () => {
  const { page, go, errors } = await open(demo.admin);
  await go('/review');
  const { total } = await demo.client.admin.listMatches();
  await page.getByText(`${total} waiting`).waitFor();
  await page.keyboard.press('a');
  await page.getByText(`${total - 1} waiting`).waitFor();
  await page.keyboard.press('u');
  await page.getByText(`${total} waiting`).waitFor();
  for (const left of [total - 1, total - 2, total - 3]) {
    await page.keyboard.press('r');
    await page.getByText(`${left} waiting`).waitFor();
  }
  expect((await demo.client.admin.listMatches({ state: 'rejected' })).total).toBe(3);
  expect(errors()).toEqual([]);
});

test('going to another page by keyboard decides nothing', async () => {
  const { page, go } = await open(demo.admin);
  await go('/review');
  await page.getByText('Are these the same company?').waitFor();
  const before = await demo.client.admin.listMatches();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.getByRole('heading', { level: 1, name: 'Access' }).waitFor();
  expect((await demo.client.admin.listMatches()).total).toBe(before.total);
});

test('an import appears while it runs or right after', async () => {
  const { page, go, errors } = await open(demo.admin);
  await go('/imports');
  const path = demo.file('more.csv', 'key,company,country\nm-1,Heron Instruments,Australia');
  const [{ out, err }] = await Promise.all([
    demo.installation.orgdex('import', 'companies', path, '--source', 'more'),
    page.getByRole('button', { name: 'Run 6', exact: true }).waitFor({ timeout: 60_000 }),
  ]);
  expect(out + err).toContain('1 accepted');
  await page.getByRole('button', { name: 'Run 6', exact: true }).click();
  await page.getByText('Adds up to the rows read').waitFor();
  expect(errors()).toEqual([]);
});

test('a key is created, shown once, and revoked', async () => {
  const { page, go, errors } = await open(demo.admin);
  await go('/access/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Label', { exact: true }).fill('journey');
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = (await page.locator('[data-secret]').textContent()) ?? '';
  expect(secret).toMatch(/^orgdex_live_/);
  expect(await page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await page.locator('[data-secret]').count()).toBe(1);
  await page.getByLabel('I have stored it').check();
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(secret);
  const row = page.getByRole('row').filter({ hasText: 'journey' });
  await row.getByRole('button', { name: /Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Record people…' }).click();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await row.getByText('Records people').waitFor();
  await row.getByRole('button', { name: /Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await row.getByText('Revoked').waitFor();
  const response = await fetch(`${demo.base}/usage`, { headers: { authorization: `Bearer ${secret}` } });
  expect(response.status).toBe(401);
  expect(errors()).toEqual([]);
});

test('an opt-out has a receipt to download, a file records a list, and a mistake is lifted with a reason', async () => {
  const { page, go, errors } = await open(demo.admin);
  await go('/privacy');
  await page.getByLabel('Email address', { exact: true }).fill('asked@journey.example');
  await page.getByRole('button', { name: 'Record the opt-out…' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const button = page.getByRole('button', { name: 'Download the receipt', exact: true });
  const receipt = JSON.parse(await downloaded(page, button));
  expect(receipt).toMatchObject({ id: expect.stringMatching(/^r/), by: 'email', emails: 1, lifted_at: null });
  expect(JSON.stringify(receipt)).not.toContain('journey');

  const list = 'email,phone,country\none@journey.example,,AU\n,02 5550 1234,AU\nnobody,,\n';
  await page.getByLabel('CSV file').setInputFiles(demo.file('list.csv', list));
  await page.getByRole('button', { name: 'Record 3 rows…' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('2 opt-outs were recorded. 1 row was not recorded:').waitFor();
  await page.getByText('Row 3: `email` is not an email address.').waitFor();
  const results = JSON.parse(await downloaded(page, page.getByRole('button', { name: 'Download the receipts' })));
  expect(results.map(({ status }: { status: string }) => status)).toEqual(['recorded', 'recorded', 'invalid']);

  await page.getByRole('button', { name: new RegExp(`^Lift the opt-out .*${receipt.id}`) }).click();
  await page.getByLabel('Reason').fill('The request named another person');
  await page.getByRole('button', { name: 'Lift', exact: true }).click();
  await page.getByText(/^Lifted /).waitFor();
  expect(await demo.client.admin.getOptOut(receipt.id)).toMatchObject({
    lift_reason: 'The request named another person',
  });
  expect(errors()).toEqual([]);
});

describe('a request of a person', () => {
  const [needles, pins] = office.people;

  /** Searches as a customer whose key records people, and waits until that is stored. */
  async function receive(): Promise<void> {
    const terms = { account: 'customer', scopes: ['people:search' as const], records_people: true };
    const { key } = await demo.client.admin.issueKey(terms);
    const response = await fetch(`${demo.base}/people/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-purpose': 'supplier review' },
      body: JSON.stringify({ companyId: demo.known.id, position: needles.title }),
    });
    expect(response.status).toBe(200);
    const received = async () => (await demo.client.admin.exportPerson({ email: needles.email })).received.length;
    await expect.poll(received, { timeout: 30_000 }).toBe(1);
  }

  const find = async ({ page, go }: ConsolePage, way: string, label: string, value: string) => {
    await go('/privacy?tab=requests');
    await page.getByLabel('Find the person by').selectOption(way);
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'What is stored' }).waitFor();
  };

  test.each([
    ['light', {}, undefined],
    ['dark', { theme: 'dark' }, ['color-contrast']],
    ['on a phone', { width: 390, height: 844 }, undefined],
  ])('shows what is stored, without a violation of axe, %s', async (_, options, rules) => {
    const session = await open(demo.admin, options);
    await find(session, 'phone', 'Phone number', office.phone);
    await session.page.getByText('2 people match.').waitFor();
    expect({ violations: await violationsOf(session.page, rules), wide: await tooWide(session.page) }).toEqual({
      violations: [],
      wide: [],
    });
    expect(session.errors()).toEqual([]);
  });

  test('is answered with a file: sources, dates and recipients, but no contact value', async () => {
    await receive();
    const session = await open(demo.admin);
    const { page, errors } = session;
    await find(session, 'phone', 'Phone number', office.phone);
    await page.getByText('2 people match.').waitFor();
    const { people } = await demo.client.admin.exportPerson({ email: needles.email });
    await page.getByRole('button', { name: `Only this person, ${people[0]?.person_id}` }).click();
    await page.getByText('2 people match.').waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'supplier review' }).waitFor();
    const file = await downloaded(page, page.getByRole('button', { name: 'Download JSON' }));
    expect(JSON.parse(file)).toMatchObject({
      identified_by: 'person_id',
      people: [{ person_id: people[0]?.person_id, records: [{ source: 'crm', key: needles.key }] }],
      received: [{ account: 'customer', operation: 'searchPeople', purpose: 'supplier review' }],
    });
    expect(file).not.toMatch(/office\.example|5550/);
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])');
    expect(stored).not.toMatch(/5550|p[0-9a-z]{26}/);
    expect(errors()).toEqual([]);
  });

  test('to be erased is asked for a reason, and has a receipt; by keyboard alone', async () => {
    const session = await open(demo.admin);
    const { page, errors } = session;
    await find(session, 'email', 'Email address', pins.email);
    const button = page.getByRole('button', { name: 'Erase…' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Erase this person?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Erase…');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Reason').fill(`${pins.email} asked`);
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Erase', exact: true }).press('Enter');
    await dialog.getByText('must not contain an email address').waitFor();
    await dialog.getByLabel('Reason').fill('request of 3 May');
    await dialog.getByRole('button', { name: 'Erase', exact: true }).press('Enter');
    await page.getByText('1 person and 1 position were erased. Only keyed hashes are left.').waitFor();
    const receipt = JSON.parse(await downloaded(page, page.getByRole('button', { name: 'Download the receipt' })));
    expect(receipt).toMatchObject({ by: 'email', reason: 'request of 3 May', people: 1, positions: 1, complete: true });
    const [entry] = await demo.client.admin.listAudit({ after: String(receipt.audit_entry - 1), size: '1' });
    expect(entry).toMatchObject({ action: 'person.erase', detail: { reason: 'request of 3 May' } });
    await find(session, 'email', 'Email address', pins.email);
    await page.getByText('This person has opted out or was erased.').waitFor();
    expect(errors(400)).toEqual([]);
  });

  test('how long people are kept is shown by source, with the last run', async () => {
    const { page, go, errors } = await open(demo.admin);
    await go('/privacy?tab=expiry');
    await page.getByText('People do not expire yet').waitFor();
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'crm', exact: true }) });
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      'crm',
      '18 months',
      expect.any(String),
      expect.stringMatching(/^[23]$/),
      '0',
    ]);
    await demo.installation.orgdex('person', 'expire');
    await page.reload();
    await page.getByText('Removed by it').waitFor();
    expect(await page.getByText('People do not expire yet').count()).toBe(0);
    expect(errors()).toEqual([]);
  });
});

describe('a customer', () => {
  test('sees its own pages only, and which scope is missing for others', async () => {
    const { page, go, errors } = await open(demo.customer);
    await page.getByRole('navigation', { name: 'Pages of the console' }).waitFor();
    const links = await page
      .getByRole('navigation', { name: 'Pages of the console' })
      .getByRole('link')
      .allTextContents();
    expect(links).toEqual(['Companies', 'Match a file', 'Usage']);
    for (const path of ['/review', '/imports', '/coverage', '/privacy', '/status', '/access/keys']) {
      await page.goto(`${demo.base}/console${path}`);
      await page.getByText('This key may not open this page').waitFor();
    }
    await go('/usage');
    await page.getByText('What your key may do').waitFor();
    expect(errors()).toEqual([]);
  });

  test('sees usage move', async () => {
    const { page, go } = await open(demo.customer);
    // The search of the start page costs a credit, too.
    await page.locator('tbody [data-row]').first().waitFor();
    const usedCredits = async () => {
      await go('/usage');
      return Number(
        (await page.getByText('Credits used this month').locator('xpath=following-sibling::dd').textContent())?.trim(),
      );
    };
    const before = await usedCredits();
    await go(`/companies/${demo.known.id}`);
    await page.getByRole('heading', { level: 1, name: demo.known.name ?? '' }).waitFor();
    expect(await usedCredits()).toBe(before + 1);
  });
});

test('markup and script addresses in every imported field and in a dropped file stay text', async () => {
  const { page, go, errors } = await open(demo.admin);
  const expectText = async () => {
    await page.getByText(hostile.markup).filter({ visible: true }).first().waitFor();
    expect(await page.locator('img, script:not([src]), a[href^="javascript"]').count()).toBe(0);
  };
  const { companies } = await demo.client.companies.search({ filter: { source: ['hostile'] } }).page();
  const id = companies[0]?.id ?? '';
  const tabs = [`/companies/${id}`, `/companies/${id}?tab=people`, `/companies/${id}?tab=records`];
  for (const path of ['/companies?source=hostile', ...tabs]) {
    await go(path);
    await expectText();
  }
  await go('/match');
  const dropped = `Company,Site\n${hostile.markup},${hostile.url}`;
  await page.getByLabel('CSV file').setInputFiles(demo.file('dropped.csv', dropped));
  await page.getByRole('button', { name: 'Match 1 row' }).click();
  await page.getByText('1 row in all').waitFor();
  await expectText();
  expect(errors()).toEqual([]);
});

describe('every page', () => {
  const paths = () => [
    '/companies',
    '/companies?q=zzzznothing',
    `/companies/${demo.known.id}`,
    `/companies/${demo.known.id}?tab=people`,
    `/companies/${demo.known.id}?tab=records`,
    '/companies/unknown-id',
    '/match',
    '/review',
    '/imports',
    '/coverage',
    '/privacy',
    '/privacy?tab=requests',
    '/privacy?tab=expiry',
    '/status',
    '/access/accounts',
    '/access/keys',
    '/access/usage',
    '/access/audit',
    '/usage',
  ];

  // The themes differ only in their colors.
  test.each([
    ['light', undefined],
    ['dark', ['color-contrast']],
  ] as const)('has no violation of axe and no error, %s', async (theme, rules) => {
    const { page, load, errors } = await open(demo.admin, { theme });
    for (const path of paths()) {
      await load(path);
      expect({ path, violations: await violationsOf(page, rules) }).toEqual({ path, violations: [] });
    }
    expect(errors(404)).toEqual([]);
  });

  test('fits a phone, without a violation of axe', async () => {
    const { page, load, errors } = await open(demo.admin, { width: 390, height: 844 });
    for (const path of paths()) {
      await load(path);
      const found = { path, wide: await tooWide(page), violations: await violationsOf(page) };
      expect(found).toEqual({ path, wide: [], violations: [] });
    }
    expect(errors(404)).toEqual([]);
  });
});

test.each([
  ['search', () => '/companies'],
  ['company', () => `/companies/${demo.known.id}`],
])('the %s page keeps its layout while it loads', async (_, pathOf) => {
  expect(await layoutShiftOf(await open(demo.admin), pathOf())).toBeLessThan(0.1);
});

test('search and company work by keyboard alone', async () => {
  const { page, go, errors } = await open(demo.admin);
  await go('/status');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor();
  await page.locator('tbody [data-row]').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(demo.known.name ?? '');
  await page.keyboard.press('Enter');
  // The list of before stays until the response is there: a row of it would lose the focus.
  const { total } = await demo.client.companies.search({ q: demo.known.name ?? '' }).page();
  await page.getByText(`${total.value} found`, { exact: true }).waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
  await page.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByText('Department by seniority').waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  expect(errors()).toEqual([]);
});
