import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompanyCard } from '@orgdex/contract';
import { companyFields } from '@orgdex/contract/company-headers';
import { Orgdex } from '@orgdex/sdk';
import { peopleFields } from '../../../server/src/knowledge/sources/tables/people-fields.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';

const allScopes = ['admin', 'company:read', 'company:search', 'people:search'];

/** Markup and addresses that must stay text, in every field that a table can fill. */
export const hostile = {
  markup: '<img src=x onerror=alert(1)>',
  script: '"><script>alert(2)</script>',
  url: 'javascript:alert(3)',
};

/** The name of a company that a spreadsheet would run. */
const formula = "=cmd|' /C calc'!A0";

/** Two people of the known company who share a phone number. */
export const office = {
  phone: '+61 2 5550 4477',
  people: [
    { key: 'o-1', title: 'Keeper of Needles', email: 'needles@office.example' },
    { key: 'o-2', title: 'Keeper of Pins', email: 'pins@office.example' },
  ],
} as const;

type Cell = string | number | null | undefined;
const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows
    .map((row) =>
      Array.from(rows[0] ?? [], (_, at) => row[at])
        .map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`)
        .join(','),
    )
    .join('\n');

/** A table that repeats companies by name and location only, so that matches wait for a decision. */
function proposalsOf(companies: readonly CompanyCard[]): string {
  const rows = companies.map(({ name, region, hq_location, year_founded }, at) => [
    `c-${at}`,
    name?.replace(/ (Pty Ltd|Limited|Trust)$/, ''),
    region,
    hq_location?.split(',')[0],
    'Australia',
    year_founded,
  ]);
  return csvOf([['key', 'company', 'state', 'city', 'country', 'founded'], ...rows]);
}

/** A table with a column for each field, and hostile text in all of them except those that are given. */
function hostileTable(
  fields: Readonly<Record<string, readonly string[]>>,
  given: Readonly<Record<string, string>>,
): string {
  const texts = Object.values(hostile);
  const cells = Object.keys(fields).map((field, at) => given[field] ?? texts[at % texts.length]);
  return csvOf([Object.values(fields).map(([header]) => header), cells]);
}

export type DemoConsole = Awaited<ReturnType<typeof openDemoConsole>>;

/** A running installation with demo data, a table of the operator's own and hostile values. */
export async function openDemoConsole() {
  const installation: Installation = await openInstallation();
  await installation.orgdex('demo', '--companies', '300', '--people', '1500');
  const createKey = async (account: string, scopes: readonly string[]) => {
    const args = scopes.flatMap((scope) => ['--scope', scope]);
    return (await installation.orgdex('key', 'create', '--account', account, '--create-account', ...args)).out.trim();
  };
  const admin = await createKey('operator', allScopes);
  const customer = await createKey('customer', ['company:read', 'company:search', 'people:search']);
  const serving = await startProcess(installation);
  const client = new Orgdex({ url: serving.base, key: admin });
  const { companies } = await client.companies.search({ filter: { country: ['AU'], has: ['abn'] }, size: 30 }).page();
  const file = (name: string, text: string): string => {
    const path = join(installation.home, name);
    writeFileSync(path, text);
    return path;
  };
  await installation.orgdex('import', 'companies', file('crm.csv', proposalsOf(companies)), '--source', 'crm');
  const known = companies.find(({ employee_count, fqdn }) => employee_count !== null && fqdn) as CompanyCard;
  const team = csvOf([
    ['key', 'title', 'company domain', 'country', 'email', 'phone'],
    ['t-1', 'Head of Marketing', known.fqdn, 'Australia'],
    ...office.people.map(({ key, title, email }) => [key, title, known.fqdn, 'Australia', email, office.phone]),
  ]);
  await installation.orgdex('import', 'people', file('team.csv', team), '--source', 'crm');
  const hostileCompany = hostileTable(companyFields, { key: 'h-1', name: hostile.markup, country: 'Australia' });
  await installation.orgdex('import', 'companies', file('hostile.csv', hostileCompany), '--source', 'hostile');
  const person = { key: 'p-1', position: hostile.markup, country: 'Australia', 'company.key': 'h-1' };
  await installation.orgdex(
    'import',
    'people',
    file('people.csv', hostileTable(peopleFields, person)),
    '--source',
    'hostile',
  );
  const formulas = csvOf([
    ['Account ID', 'Company', 'Country'],
    ['f-1', formula, 'Australia'],
  ]);
  await installation.orgdex('import', 'companies', file('formulas.csv', formulas), '--source', 'formulas');
  await installation.orgdex('match', 'run');
  await installation.orgdex('publish');
  return {
    installation,
    base: serving.base,
    admin,
    customer,
    client,
    companies,
    /** A company with a number of employees, and with a head of marketing. */
    known,
    file,
    async close() {
      await serving.stop();
      await installation.close();
    },
  };
}
