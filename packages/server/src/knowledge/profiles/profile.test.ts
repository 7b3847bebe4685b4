import { Company } from '@orgdex/contract';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { blankCompany } from '../../../../testing/src/stores/documents.ts';
import { builtInRates } from '../rules/money/exchange-rates.ts';
import { type SourceClass, sourceClasses } from './precedence.ts';
import { buildProfile } from './profile.ts';
import type { Content, Statement } from './statements.ts';

let keys = 0;
function statement(content: Content, facts: Partial<Statement> & { class?: SourceClass } = {}): Statement {
  const { class: sourceClass = 'own', ...rest } = facts;
  keys += 1;
  return {
    source: sourceClass,
    ...sourceClasses[sourceClass],
    key: String(keys).padStart(6, '0'),
    country: null,
    observed: '2026-01-01',
    content,
    ...rest,
  };
}
const profile = (...records: Statement[]) => buildProfile('c1', records, builtInRates);
const body = (...records: Statement[]) => profile(...records).body;

/** The body as it is served to a request for this country. */
function served(country: string, ...records: Statement[]) {
  const { body: base, regions } = profile(...records);
  const { industry_codes, ...overlay } = regions[country] ?? {};
  return { ...base, ...overlay, industry_codes: { ...base.industry_codes, ...industry_codes } };
}

describe('unknown values', () => {
  test('are null, empty lists and empty maps, and every key is present', () => {
    expect(body(statement({}))).toEqual(blankCompany('c1'));
  });

  test('keep the fixed keys of objects', () => {
    const known = body(
      statement({
        social_media: { twitter: 'kv' },
        industry_codes: { sic: '1' },
        nextGen: { social_media: { youtube: { handle: 'kv' } } },
      }),
    );
    expect(known.social_media).toEqual({
      twitter: 'kv',
      youtube: null,
      facebook: null,
      network: null,
      instagram: null,
    });
    expect(Object.keys(known.industry_codes)).toEqual(Object.keys(blankCompany('').industry_codes));
    expect(known.nextGen.social_media.youtube).toMatchObject({ handle: 'kv', followers: null, joined: null });
    expect(known.nextGen.social_media.instagram).toBeNull();
    expect(Compile(Company).Check(known)).toBe(true);
  });

  test('an object with only unknown values is unknown, and hides no other', () => {
    const empty = statement({
      nextGen: { reviews_rating: {}, web_traffic: { summary: {} }, social_media: { youtube: { handle: null } } },
    });
    expect(body(empty).nextGen).toEqual(blankCompany('c1').nextGen);
    const known = statement({ nextGen: { reviews_rating: { overall_rating: '4.1' } } }, { class: 'web' });
    expect(body(empty, known).nextGen.reviews_rating?.overall_rating).toBe('4.1');
  });

  test('blank values do not hide those of another record', () => {
    expect(
      body(
        statement({ tagline: '' }),
        statement({ tagline: 'Up', industries: [] }),
        statement({ industries: ['Mining'] }),
      ),
    ).toMatchObject({
      tagline: 'Up',
      industries: ['Mining'],
    });
  });
});

test('a key that is not in the contract is in no profile, at any depth and for any country', () => {
  const secret = { secret: 'x' };
  const content = {
    ...secret,
    name: 'Kestrel',
    social_media: { twitter: 'kv', ...secret },
    industry_codes: { sic: '1', ...secret },
    nextGen: {
      ...secret,
      social_media: { youtube: { handle: 'kv', ...secret }, ...secret },
      reviews_rating: { total_reviews: 1, ...secret },
      web_traffic: { summary: secret, ...secret },
    },
  } as Content;
  const { body: base, regions } = buildProfile(
    'c1',
    [statement(content), statement(content, { country: 'NZ' })],
    new Map(),
  );
  expect(base.nextGen.social_media.youtube?.handle).toBe('kv');
  expect(JSON.stringify([base, regions])).not.toContain('secret');
});

describe('the base', () => {
  const au = (content: Content, facts: Partial<Statement> & { class?: SourceClass } = {}) =>
    statement(content, { country: 'AU', ...facts });
  const nz = (content: Content, facts: Partial<Statement> & { class?: SourceClass } = {}) =>
    statement(content, { country: 'NZ', ...facts });

  test('consists of the records without a country', () => {
    expect(
      body(
        au({ name: 'Local', employee_count: 5 }),
        statement({ name: 'Everywhere', employee_count: 50 }, { class: 'web' }),
      ),
    ).toMatchObject({
      name: 'Everywhere',
      employee_count: 50,
    });
  });

  test('otherwise, of the records of the headquarters country', () => {
    expect(
      body(au({ name: 'A', employee_count: 5 }), nz({ name: 'N', hq_country: 'NZ', employee_count: 7 })),
    ).toMatchObject({
      name: 'N',
      employee_count: 7,
      hq_country: 'New Zealand',
    });
  });

  test('otherwise, of the country of the first record by precedence, source and key, not by date', () => {
    expect(body(au({ employee_count: 5 }, { class: 'web' }), nz({ employee_count: 7 }))).toMatchObject({
      employee_count: 7,
    });
    expect(
      body(
        au({ employee_count: 5 }, { source: 'b', observed: '2026-09-09' }),
        nz({ employee_count: 7 }, { source: 'a' }),
      ),
    ).toMatchObject({ employee_count: 7 });
    expect(body(au({ employee_count: 5 }, { key: 'b' }), nz({ employee_count: 7 }, { key: 'a' }))).toMatchObject({
      employee_count: 7,
    });
  });

  test('wins for values that are not region-specific, before all other records', () => {
    expect(
      served(
        'NZ',
        statement({ description: 'Base' }),
        nz({ description: 'Local', tagline: 'Only here', year_founded: 1999 }),
      ),
    ).toMatchObject({
      description: 'Base',
      tagline: 'Only here',
      year_founded: 1999,
    });
  });
});

describe('region-specific values', () => {
  const base = statement({
    name: 'Kestrel',
    employee_count: 500,
    revenue: '$10M-$25M',
    abn_operation_status: 'Active',
    locations: ['Perth'],
    states: ['WA'],
    phones: ['1'],
    emails: ['base@kestrel.example'],
    industry_codes: { sic: '1', naics: '2', anzsic: '3' },
    identifiers: { abn: '62612345016' },
  });
  const local: Content = {
    name: 'Kestrel NZ',
    employee_count: 5,
    revenue: '$0-$1M',
    abn_operation_status: 'Ceased',
    locations: ['Nelson', 'Picton'],
    states: ['NSN'],
    phones: ['9'],
    emails: ['nz@kestrel.example'],
    industry_codes: { sic: '7', naics: '8', anzsic: '9' },
    identifiers: { nzbn: '9429000000000' },
  };

  test('come from the requested country, including lists, and nothing else does', () => {
    const { name: _, identifiers: __, industry_codes: codes, ...regional } = local;
    expect(served('NZ', base, statement(local, { country: 'NZ', class: 'web' }))).toMatchObject({
      ...regional,
      company_size: '1-10',
      name: 'Kestrel',
      industry_codes: { ...codes, abn: '62612345016', nzbn: '9429000000000' },
    });
  });

  test('otherwise come from the base', () => {
    expect(served('SG', base, statement(local, { country: 'NZ' }))).toEqual({
      ...body(base),
      industry_codes: { ...body(base).industry_codes, nzbn: '9429000000000' },
    });
    expect(served('NZ', base, statement({ locations: [] }, { country: 'NZ' }))).toEqual(body(base));
  });

  test('of another country never leak, even if the base has none', () => {
    const { name, locations, ...asked } = served(
      'SG',
      statement({ name: 'Kestrel' }),
      statement(local, { country: 'NZ' }),
    );
    expect([name, locations]).toEqual(['Kestrel', []]);
    expect(asked).toMatchObject({
      employee_count: null,
      company_size: null,
      revenue: null,
      phones: [],
      emails: [],
      states: [],
      abn_operation_status: null,
    });
    expect(asked.industry_codes).toMatchObject({ sic: null, naics: null, anzsic: null, nzbn: '9429000000000' });
  });

  test('of the home country are the base itself', () => {
    expect(profile(statement(local, { country: 'NZ' })).regions).toEqual({});
  });
});

describe('the country of the headquarters', () => {
  const seat: Content = { hq_location: 'Sydney, New South Wales', states: ['AU-NSW'] };

  test('follows from a headquarters location in one of the regions, and has the same source', () => {
    const { body: known, provenance } = profile(statement(seat, { source: 'crm', country: 'AU' }));
    expect(known.hq_country).toBe('Australia');
    expect(provenance.base.hq_country).toEqual([{ source: 'crm', observed: '2026-01-01' }]);
  });

  test('is unknown if only the regions or only the headquarters location is given', () => {
    expect(body(statement({ states: ['AU-NSW'] })).hq_country).toBeNull();
    expect(body(statement({ hq_location: 'Sydney' })).hq_country).toBeNull();
    expect(body(statement({ hq_location: 'London', states: ['AU-NSW'] })).hq_country).toBeNull();
  });

  test('is the stated one if any record states it', () => {
    expect(body(statement({ ...seat, hq_country: 'NZ' })).hq_country).toBe('New Zealand');
    const stated = statement({ hq_country: 'NZ' }, { class: 'web', country: 'NZ' });
    expect(profile(stated, statement(seat, { source: 'crm', country: 'AU' }))).toMatchObject({
      body: { hq_country: 'New Zealand' },
      provenance: { base: { hq_country: [{ source: 'web' }] } },
    });
  });

  test('is unknown for a foreign branch: the register knows its office, not its headquarters', () => {
    const branch = statement({ company_type: 'Foreign Branch' }, { class: 'register', country: 'AU' });
    expect(body(statement(seat, { class: 'register', country: 'AU' }), branch).hq_country).toBeNull();
  });

  test('decides which records are the base, whether derived or stated', () => {
    const abroad = statement({ employee_count: 7 }, { country: 'NZ', source: 'a' });
    expect(body(abroad, statement({ ...seat, employee_count: 5 }, { country: 'AU', source: 'b' }))).toMatchObject({
      hq_country: 'Australia',
      employee_count: 5,
    });
  });
});

describe('head count and size', () => {
  test('the band follows the record with the count', () => {
    expect(
      body(statement({ company_size: '10001+' }), statement({ employee_count: 70 }, { class: 'web' })),
    ).toMatchObject({
      employee_count: 70,
      company_size: '51-200',
    });
  });

  test('a band alone is served if no count is known', () => {
    expect(body(statement({ company_size: '11-50' }))).toMatchObject({ employee_count: null, company_size: '11-50' });
  });

  test("a country's band does not replace the band of the base's count", () => {
    const base = statement({ employee_count: 70 });
    expect(served('NZ', base, statement({ company_size: '1-10' }, { country: 'NZ' }))).toMatchObject({
      employee_count: 70,
      company_size: '51-200',
    });
    expect(served('NZ', statement({}), statement({ company_size: '1-10' }, { country: 'NZ' }))).toMatchObject({
      company_size: '1-10',
    });
  });
});

describe('precedence', () => {
  test.each<[SourceClass, SourceClass]>([
    ['own', 'register'],
    ['register', 'gleif'],
    ['gleif', 'wikidata'],
    ['wikidata', 'web'],
  ])('%s wins over %s, whichever is newer', (first, second) => {
    const records = [
      statement({ tagline: first }, { class: first }),
      statement({ tagline: second }, { class: second, observed: '2026-09-09' }),
    ];
    expect(body(...records).tagline).toBe(first);
    expect(body(...records.toReversed()).tagline).toBe(first);
  });

  test('registers come first for legal name, identifiers and status', () => {
    const own = statement({
      name: 'Own',
      abn_operation_status: 'Own',
      identifiers: { abn: '1', duns: '1', fqdn: 'own.com', network: 'own' },
    });
    const register = statement(
      {
        name: 'Register',
        abn_operation_status: 'Register',
        identifiers: { abn: '2', duns: '2', fqdn: 'register.com', network: 'register' },
      },
      { class: 'register' },
    );
    expect(body(own, register)).toMatchObject({
      name: 'Register',
      abn_operation_status: 'Register',
      fqdn: 'register.com',
      network: 'register',
      industry_codes: { abn: '2', duns: '2' },
    });
  });

  test("industry codes are not identifiers: the operator's own file comes first", () => {
    const own = statement({ industry_codes: { sic: 'own' } });
    expect(
      body(own, statement({ industry_codes: { sic: 'register', naics: 'register' } }, { class: 'register' }))
        .industry_codes,
    ).toMatchObject({
      sic: 'own',
      naics: 'register',
    });
  });

  test('with equal precedence the newer wins, then the first by source and key', () => {
    expect(body(statement({ tagline: 'old' }), statement({ tagline: 'new' }, { observed: '2026-02-02' })).tagline).toBe(
      'new',
    );
    expect(
      body(statement({ tagline: 'b' }, { source: 'b' }), statement({ tagline: 'a' }, { source: 'a' })).tagline,
    ).toBe('a');
    expect(body(statement({ tagline: 'b' }, { key: 'b' }), statement({ tagline: 'a' }, { key: 'a' })).tagline).toBe(
      'a',
    );
  });

  test('lists and maps are merged in that order, without duplicates', () => {
    const records = [
      statement({ industries: ['Retail', 'Mining'], org_registers: { a: 'web', b: 'web' } }, { class: 'web' }),
      statement({ industries: ['Mining', 'Tools'], org_registers: { a: 'own' } }),
    ];
    expect(body(...records)).toMatchObject({
      industries: ['Mining', 'Tools', 'Retail'],
      org_registers: { a: 'own', b: 'web' },
    });
  });

  test('lists are not merged across tiers', () => {
    expect(
      body(statement({ keywords: ['base'] }), statement({ keywords: ['nz'] }, { country: 'NZ' })).keywords,
    ).toEqual(['base']);
  });
});

describe('revenue is served as a band in US dollars', () => {
  const bandOf = (revenue: NonNullable<Content['revenue']>) =>
    body(statement({ revenue }), statement({ revenue: '$0-$1M' }, { class: 'web' })).revenue;

  test.each([
    ['of an amount in US dollars', { amount: 12_000_000, currency: 'USD', year: 2025 }, '$10M-$25M'],
    [
      'of another currency, by the rate of its year',
      { amount: 1_400_000_000, currency: 'JPY', year: 2015 },
      '$10M-$25M',
    ],
    ['of another year, by another rate', { amount: 1_400_000_000, currency: 'JPY', year: 2024 }, '$1M-$10M'],
    ['without a year, by the newest rate', { amount: 1_400_000_000, currency: 'JPY' }, '$1M-$10M'],
    ['of another source, if the currency is unknown', { amount: 5e7, currency: 'XAU' }, '$0-$1M'],
    ['of another source, if the year is too long ago', { amount: 5e7, currency: 'AUD', year: 2011 }, '$0-$1M'],
  ])('%s', (_, revenue, band) => {
    expect(bandOf(revenue)).toBe(band);
  });

  test('by the exchange rates of the operator', () => {
    const record = statement({ revenue: { amount: 12_000_000, currency: 'AUD', year: 2024 } });
    expect(buildProfile('c1', [record], builtInRates).body.revenue).toBe('$1M-$10M');
    expect(buildProfile('c1', [record], new Map([['AUD', new Map([[2024, 1]])]])).body.revenue).toBe('$10M-$25M');
  });
});

describe('industries', () => {
  test('come from the codes of a record without industries, with that record as their source', () => {
    const { body: base, provenance } = profile(
      statement({ name: 'Kestrel', industry_codes: { naics: '541512', anzsic: '7000' } }, { class: 'register' }),
    );
    expect(base.industries).toEqual(['Technology']);
    expect(provenance.base.industries).toEqual([{ source: 'register', observed: '2026-01-01' }]);
    expect(base.industry_codes).toMatchObject({ naics: '541512', anzsic: '7000', sic: null });
  });

  test("are the record's own if it has any", () => {
    expect(body(statement({ industries: ['Weather Vanes'], industry_codes: { sic: '3829' } })).industries).toEqual([
      'Weather Vanes',
    ]);
    expect(body(statement({ industries: [], industry_codes: { sic: '3829' } })).industries).toEqual(['Manufacturing']);
  });

  test('list each sector once, and several if the codes lead to several', () => {
    expect(body(statement({ industry_codes: { naics: '323111', sic: '2752' } })).industries).toEqual([
      'Manufacturing',
      'Media & Telecommunications',
    ]);
  });

  test('are unknown if the codes are', () => {
    expect(body(statement({ industry_codes: { sic: 'none', naics: '99', anzsic: '' } })).industries).toEqual([]);
  });
});

test('a domain is served in Unicode, a country by its name', () => {
  expect(body(statement({ identifiers: { fqdn: 'xn--mnchner-przision-4nb63b.com' }, hq_country: 'DE' }))).toMatchObject(
    {
      fqdn: 'münchner-präzision.com',
      hq_country: 'Germany',
    },
  );
});

test('every served value has its source and date', () => {
  const first = statement({
    name: 'Kestrel',
    employee_count: 7,
    industries: ['Mining'],
    social_media: { twitter: 'kv' },
    nextGen: { website: 'https://kv.example', technographics: { CRM: ['x'] } },
  });
  const second = statement(
    { industries: ['Retail'], identifiers: { abn: '1' }, industry_codes: { sic: '2' } },
    { class: 'register', observed: '2026-03-03' },
  );
  const third = statement(
    { employee_count: 3, phones: ['9'] },
    { class: 'web', country: 'NZ', observed: '2026-04-04' },
  );
  const { body: base, regions, provenance } = profile(first, second, third);
  const fromOwn = [{ source: 'own', observed: '2026-01-01' }];
  const fromRegister = [{ source: 'register', observed: '2026-03-03' }];
  const fromWeb = [{ source: 'web', observed: '2026-04-04' }];
  expect(provenance).toEqual({
    base: {
      name: fromOwn,
      employee_count: fromOwn,
      company_size: fromOwn,
      industries: [...fromOwn, ...fromRegister],
      'social_media.twitter': fromOwn,
      'nextGen.website': fromOwn,
      'nextGen.technographics': fromOwn,
      'industry_codes.abn': fromRegister,
      'industry_codes.sic': fromRegister,
    },
    regions: { NZ: { employee_count: fromWeb, company_size: fromWeb, phones: fromWeb } },
  });
  const { id: _, nextGen: __, social_media: ___, industry_codes: ____, ...plain } = base;
  for (const [name, value] of Object.entries(plain)) {
    const isKnown = value !== null && Object.keys(Object(value)).length + (typeof value === 'object' ? 0 : 1) > 0;
    expect([name, name in provenance.base]).toEqual([name, isKnown]);
  }
  expect(Object.keys(regions.NZ ?? {}).sort()).toEqual(['company_size', 'employee_count', 'phones']);
});
