import { describe, expect, test } from 'vitest';
import { type ConsolePage, layoutShiftOf, type OpenOptions, tooWide, violationsOf } from '../support/console-page.ts';
import { demo, downloaded, downloadedLines, open } from '../support/console-suite.ts';
import { hostile, office } from '../support/demo-console.ts';

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

  test.each<[name: string, options: OpenOptions, rules: readonly string[] | undefined]>([
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
