import type { Company, CompanyCard, MatchedCompanies, MatchItem, MatchQuestion, MatchResult } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DiscoveryService, openDiscoveryService } from '../../../../../testing/src/data/discovery.ts';
import { expectProblem } from '../../../../../testing/src/http/problem.ts';

let discovery: DiscoveryService;
beforeAll(async () => {
  discovery = await openDiscoveryService();
});
afterAll(() => discovery.close());

async function match(items: readonly object[], options: Partial<MatchQuestion> = {}): Promise<MatchedCompanies> {
  const response = await discovery.post('/companies/match', { companies: items, ...options });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
const matchOne = async (item: MatchItem, options: Partial<MatchQuestion> = {}) =>
  (await match([item], options)).results[0] as MatchResult;
const bestOf = ({ status, candidates: [best] }: MatchResult) => [status, best && (best.company as CompanyCard).name];

describe('an item is matched', () => {
  test.each<[string, MatchItem | (() => MatchItem)]>([
    ['a domain and a name', { fqdn: 'heron-instruments.com.au', name: 'Heron Instruments' }],
    ['the domain of an email address', { email: 'somebody@heron-instruments.com.au', name: 'Heron Instruments' }],
    ['a website', { website: 'https://www.heron-instruments.com.au/about', name: 'Heron Instruments' }],
    ['a page', { ln_url: 'https://au.linkedin.com/company/heron-instruments/', name: 'Heron Instruments' }],
    ['a register number alone', () => ({ abn: discovery.numbered(1).abn })],
    [
      'a name with another legal form, and a place',
      { name: 'Heron Instruments Limited', country: 'AU', city: 'Perth' },
    ],
    ['a trading name and a place', { name: 'Blue Gauge', country: 'AU', region: 'Western Australia' }],
    ['a misspelled name and a place', { name: 'Heron Instrumants', country: 'AU', city: 'Perth', region: 'AU-WA' }],
  ])('by %s', async (_, item) => {
    const result = await matchOne(typeof item === 'function' ? item() : item, { threshold: 0.8 });
    expect(bestOf(result), JSON.stringify(result)).toEqual(['matched', 'Heron Instruments Pty Ltd']);
  });

  test('in a place that distinguishes companies of the same name', async () => {
    const item = { name: 'Ashgrove Dairy', country: 'AU', region: 'AU-TAS', city: 'Hobart' };
    const { candidates } = await matchOne(item, { threshold: 0.8 });
    expect(candidates[0]?.company.id).toBe(discovery.idOf('dairy-tas'));
  });
});

describe('an item is not matched', () => {
  test('but ambiguous if two companies fit equally well: both are listed', async () => {
    const { status, candidates } = await matchOne(
      { name: 'Bramble Yard', country: 'AU', city: 'Perth' },
      { threshold: 0.5 },
    );
    expect(status).toBe('ambiguous');
    expect(new Set(candidates.map(({ company }) => company.id))).toEqual(
      new Set([discovery.idOf('twin-a'), discovery.idOf('twin-b')]),
    );
    expect(candidates[0]?.score).toBe(candidates[1]?.score);
  });

  test('if nothing fits', async () => {
    expect(await matchOne({ name: 'Zyxomma Quibberdash', country: 'AU' })).toMatchObject({
      status: 'none',
      candidates: [],
    });
    expect((await matchOne({ abn: '51824753556' })).status).toBe('none');
    expect((await matchOne({ email: 'somebody@gmail.com' })).status).toBe('none');
  });
});

describe('a score', () => {
  test('is the prior plus the weights, as log-odds', async () => {
    const { results } = await match(
      [
        { name: 'Ashgrove Dairy', country: 'AU' },
        { name: 'Heron', country: 'AU' },
        { name: 'Bramble Yard', country: 'AU' },
      ],
      { candidates: 5, threshold: 0.5 },
    );
    const priors = results
      .flatMap(({ candidates }) => candidates)
      .filter(({ score }) => score > 0.02 && score < 0.98)
      .map(
        ({ score, reasons }) => Math.log(score / (1 - score)) - reasons.reduce((sum, { weight }) => sum + weight, 0),
      );
    expect(priors.length).toBeGreaterThan(2);
    for (const prior of priors) expect(prior).toBeCloseTo(priors[0] as number, 1);
  });

  test('falls with a conflict, which is named', async () => {
    const item = { name: 'Heron Instruments', country: 'AU' };
    const [agreed, moved] = (await match([item, { ...item, region: 'AU-TAS' }], { candidates: 1, threshold: 0.5 }))
      .results;
    expect(agreed?.candidates[0]?.conflicts).toEqual([]);
    expect(moved?.candidates[0]?.conflicts).toEqual(['region']);
    expect(moved?.candidates[0]?.score).toBeLessThan(agreed?.candidates[0]?.score as number);
  });

  test('falls if two numbers belong to two companies, and both companies show the conflict', async () => {
    const item = { abn: discovery.numbered(1).abn, acn: discovery.numbered(2).acn };
    const { candidates } = await matchOne(item, { candidates: 5, threshold: 0.5 });
    expect(candidates.map(({ company }) => company.id).sort()).toEqual(
      [discovery.idOf('heron'), discovery.idOf('heron-short')].sort(),
    );
    for (const { conflicts } of candidates) expect(conflicts).not.toEqual([]);
  });
});

describe('a batch', () => {
  test('has a result for each item in order, and a bad item does not affect the others', async () => {
    const { abn } = discovery.numbered(1);
    const items = [
      { ref: 'good', abn },
      { ref: 'digits', abn: '51824753557' },
      { ref: 'nothing', country: 'AU' },
      { ref: 'unknown', nmae: 'Heron' },
      { ref: 'type', name: 5 },
      { ref: 'url', ln_url: 'https://example.org/nowhere' },
      { ref: null, abn },
    ];
    const { results, matched } = await match(items);
    expect(results.map(({ ref }) => ref)).toEqual(['good', 'digits', 'nothing', 'unknown', 'type', 'url', null]);
    expect(results.map(({ status }) => status)).toEqual(['matched', ...Array(5).fill('invalid'), 'matched']);
    expect(results.map(({ problem }) => problem?.param)).toEqual([
      undefined,
      'abn',
      null,
      'nmae',
      'name',
      'ln_url',
      undefined,
    ]);
    expect(results[3]?.problem?.message).toContain('Did you mean `name`?');
    expect(matched).toBe(2);
  });

  test('returns ids, cards or profiles', async () => {
    const item = { abn: discovery.numbered(1).abn };
    const companyOf = async (shape: 'id' | 'card' | 'profile') =>
      (await matchOne(item, { return: shape })).candidates[0]?.company;
    const id = discovery.idOf('heron');
    expect(await companyOf('id')).toEqual({ id });
    expect(await companyOf('card')).toMatchObject({ id, country: 'AU', region: 'AU-WA', matched_name: null });
    const profile = (await discovery.get(`/company?id=${id}`)).json() as Company;
    expect(await companyOf('profile')).toEqual(profile);
  });

  test('keeps nothing of an email address but its domain', async () => {
    const response = await discovery.post('/companies/match', {
      companies: [{ email: 'very.private@heron-instruments.com.au', name: 'Heron Instruments' }],
    });
    expect(response.body).toContain('heron-instruments.com.au');
    expect(response.body).not.toContain('very.private');
  });

  test.each<[string, object, string]>([
    ['no items', { companies: [] }, 'companies'],
    ['101 items', { companies: Array(101).fill({ name: 'x' }) }, 'companies'],
    ['a threshold below a half', { companies: [{ name: 'x' }], threshold: 0.4 }, 'threshold'],
    ['six candidates', { companies: [{ name: 'x' }], candidates: 6 }, 'candidates'],
    ['another shape', { companies: [{ name: 'x' }], return: 'cards' }, 'return'],
  ])('with %s is rejected as a whole', async (_, body, param) => {
    expectProblem(await discovery.post('/companies/match', body), 'invalid_field', param);
  });
});

describe('credits and limits', () => {
  /** A key of an account of its own. */
  async function keyOn(plan: string, terms: { credits: number | null; rate: number; burst: number }) {
    const { pool } = discovery.service;
    await pool.query(
      `INSERT INTO plan (name, rate, burst, monthly_credits, scopes) VALUES ($1, $2, $3, $4, '{company:read}')`,
      [plan, terms.rate, terms.burst, terms.credits],
    );
    const key = await discovery.issue('company:read');
    const { rows } = await pool.query(`INSERT INTO account (name, plan) VALUES ($1, $1) RETURNING id`, [plan]);
    await pool.query(
      'UPDATE api_key SET account_id = $1 WHERE id = (SELECT id FROM api_key ORDER BY created_at DESC LIMIT 1)',
      [rows[0].id],
    );
    const headers = { authorization: `Bearer ${key}` };
    return (companies: readonly object[]) =>
      discovery.service.app.inject({ method: 'POST', url: '/companies/match', payload: { companies }, headers });
  }
  const known = () => ({ abn: discovery.numbered(1).abn });
  const unknown = { abn: '51824753556' };

  test('a batch costs one credit per matched item, and needs one for each item', async () => {
    const ask = await keyOn('five', { credits: 5, rate: 1000, burst: 1000 });
    const first = await ask([known(), unknown, known()]);
    expect([first.statusCode, first.headers['x-credits-remaining']]).toEqual([200, '3']);
    const second = await ask([known(), unknown, unknown, unknown]);
    expectProblem(second, 'quota_exhausted');
    expect(second.json().message).toContain('fewer credits left');
    expect((await ask([unknown, unknown, unknown])).headers['x-credits-remaining']).toBe('3');
    const last = await ask([known(), known(), known()]);
    expect([last.statusCode, last.headers['x-credits-remaining']], last.body).toEqual([200, '0']);
    expectProblem(await ask([known()]), 'quota_exhausted');
  });

  test('every ten items count as one request; a batch larger than the burst needs the whole burst', async () => {
    const ask = await keyOn('slow', { credits: null, rate: 1, burst: 5 });
    expect((await ask(Array(25).fill(unknown))).statusCode).toBe(200);
    expectProblem(await ask(Array(30).fill(unknown)), 'rate_limited');
    const large = await keyOn('slower', { credits: null, rate: 1, burst: 2 });
    expect((await large(Array(100).fill(unknown))).statusCode).toBe(200);
  });
});
