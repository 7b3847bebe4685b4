import { describe, expect, test } from 'vitest';
import { demo, downloadedLines, open, openSignedOut } from '../support/console-suite.ts';

describe('signing in', () => {
  test('a wrong key is rejected with a message; a right one opens the companies', async () => {
    const { page, go, errors } = await openSignedOut();
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
    const { page, go } = await openSignedOut();
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
