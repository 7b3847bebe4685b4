import { fileURLToPath } from 'node:url';
import type { Company, PersonMatch } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startServing } from '../../../testing/src/processes/serving.ts';

/** The records of this test, which it imports, publishes and requests with the commands of an operator. */
const records = fileURLToPath(new URL('../../fixtures/records/harbour.ndjson', import.meta.url));

let installation: Installation;
let serving: Awaited<ReturnType<typeof startServing>>;
let tern: Company;

beforeAll(async () => {
  installation = await openInstallation();
  await installation.orgdex('import', 'records', records, '--source', 'harbour');
  await installation.orgdex('publish');
  serving = await startServing(installation);
  tern = (await lookUp('abn=53004085616')).body;
});

afterAll(async () => {
  await serving?.stop();
  await installation?.close();
});

const authorization = () => ({ authorization: `Bearer ${serving.key}` });

async function lookUp(query: string): Promise<{ status: number; headers: Headers; body: Company }> {
  const response = await fetch(`${serving.base}/company?${query}`, { headers: authorization() });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Company };
}

async function find(query: object): Promise<PersonMatch[]> {
  const response = await fetch(`${serving.base}/people/search`, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify(query),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as PersonMatch[];
}
const slugs = async (query: object) => (await find(query)).map(({ network }) => network);

describe('a company', () => {
  test.each([
    ['id', () => tern.id],
    ['ln_slug', () => 'TERN-gannet'],
    ['ln_url', () => 'https://nz.linkedin.com/company/tern-gannet/about/?trk=x'],
    ['fqdn', () => 'shop.Tern-Gannet.com.au'],
    ['abn', () => '53 004 085 616'],
    ['website', () => 'http://www.tern-gannet.com.au/nets?color=green'],
  ])('is found by %s', async (param, value) => {
    const { headers, body } = await lookUp(`${param}=${encodeURIComponent(value())}`);
    expect([body.id, headers.get('x-matched-by')]).toEqual([tern.id, param]);
  });

  test('has every value of its records, and null, [] or {} for all others', () => {
    expect(tern).toMatchObject({
      name: 'Tern & Gannet Pty Ltd',
      hq_country: 'Australia',
      employee_count: 120,
      company_size: '51-200',
      revenue: '$10M-$25M',
      tagline: 'Nets that last',
      description: null,
      keywords: [],
      org_registers: {},
      social_media: { twitter: 'terngannet', youtube: null },
      industry_codes: { abn: '53004085616', acn: '004085616', nzbn: '9429046393920', duns: '750123999', naics: null },
      nextGen: {
        id: tern.id,
        web_traffic: null,
        reviews_rating: { overall_rating: '4.1', ceo_approval: null, url: 4.1 },
      },
    });
  });

  test('has the values of the requested country, if that country has any', async () => {
    const { body } = await lookUp('ln_slug=tern-gannet&country=nz');
    expect(body).toMatchObject({
      name: 'Tern & Gannet Pty Ltd',
      employee_count: 9,
      company_size: '1-10',
      phones: ['+64 3 555 0110'],
      emails: ['hello@tern-gannet.com.au'],
      states: ['NZ-STL'],
    });
  });

  test('is not found by a host that others share', async () => {
    expect((await lookUp('website=https://www.instagram.com/netstall')).status).toBe(404);
    expect((await lookUp('abn=51824753556')).body).toMatchObject({
      fqdn: null,
      website: 'https://www.instagram.com/netstall',
    });
  });
});

describe('people', () => {
  test('are sorted by their highest level, those without a title last', async () => {
    const order = await slugs({ companyId: tern.id });
    expect([order[0], order.at(-1)]).toEqual(['t-founder', 't-untitled']);
    expect(order).toHaveLength(5);
  });

  test('are found by words, abbreviations and long forms, closest titles first', async () => {
    expect(await slugs({ companyId: tern.id, position: 'vice-president sales' })).toEqual(['t-vp', 't-vp-2']);
  });

  test('show which channels exist, never the channel', async () => {
    const byName = new Map((await find({ companyId: tern.id })).map((match) => [match.network, match]));
    expect(byName.get('t-founder')).toMatchObject({ has_email: true, has_phone: false, has_mobile: false });
    expect(byName.get('t-vp')).toMatchObject({ has_email: false, has_phone: true, has_dnd_phone: true });
    expect(byName.get('t-vp-2')).toMatchObject({ has_mobile: true });
    expect(JSON.stringify([...byName.values()])).not.toMatch(/@|5550|570/);
  });

  test('are those who work in the requested country', async () => {
    expect(await slugs({ companyId: tern.id, selectedCountry: 'NZ' })).toEqual(['t-nz']);
  });

  test('are found by Japanese and Thai words', async () => {
    const [jp, th] = [
      (await lookUp('fqdn=umineko-net.co.jp')).body.id,
      (await lookUp('fqdn=krathung-thong.co.th')).body.id,
    ];
    expect(await slugs({ companyId: jp, selectedCountry: 'JP', position: '部長' })).toEqual(['u-bucho']);
    expect(await slugs({ companyId: jp, selectedCountry: 'JP', position: '網' })).toEqual(['u-maker']);
    expect(await slugs({ companyId: th, selectedCountry: 'TH', position: 'ผู้จัดการ' })).toEqual(['k-sales']);
  });
});
