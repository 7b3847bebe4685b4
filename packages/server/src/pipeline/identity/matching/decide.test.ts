import { describe, expect, test } from 'vitest';
import { type Contender, decide, type NumberedCompany, type Obstacle } from './decide.ts';

const acme: NumberedCompany = { named: true, sources: [1], reach: [], years: [] };
const sole: Contender = {
  sources: [2],
  reach: [],
  years: [],
  name: 'equal',
  region: 'equal',
  companies: 1,
  nearby: 1,
  mayLink: true,
  complete: true,
  hasOtherForm: false,
  common: false,
  refused: false,
};
const linkedOf = (company: NumberedCompany, ...contenders: Contender[]) =>
  decide(company, contenders).map((verdict) => verdict?.linked ?? false);
const obstaclesOf = (company: NumberedCompany, ...contenders: Contender[]) =>
  decide(company, contenders)[0]?.reasons.obstacles;

test('the only two with a name in one region are linked', () => {
  expect(decide(acme, [sole])).toEqual([
    {
      linked: true,
      score: expect.closeTo(0.95, 1),
      reasons: {
        name: 'equal',
        region: 'equal',
        reach: 'unknown',
        founded: 'unknown',
        namesakes: 'none',
        obstacles: [],
      },
    },
  ]);
});

test('a trading name links too', () => {
  expect(linkedOf(acme, { ...sole, name: 'trading' })).toEqual([true]);
});

describe('these prevent a link', () => {
  const cases: [string, Obstacle, Partial<Contender>, Partial<NumberedCompany>?][] = [
    ['a former name', 'name', { name: 'former' }],
    ['a similar spelling only', 'name', { name: 'similar' }],
    ['legal forms that exclude each other', 'form', { hasOtherForm: true }],
    ['an unknown region on one side', 'region', { region: 'unknown' }],
    ['another region', 'region', { region: 'different' }],
    ['another domain', 'reach', { reach: ['fqdn:a.com'] }, { reach: ['fqdn:b.com'] }],
    ['another slug', 'reach', { reach: ['network:a'] }, { reach: ['network:b'] }],
    ['another D-U-N-S number', 'reach', { reach: ['duns:1'] }, { reach: ['duns:2'] }],
    ['founding years that are far apart', 'founded', { years: [1950] }, { years: [1961] }],
    ['a second company with the name in the region', 'namesakes', { companies: 2, nearby: 2 }],
    ['many companies with the name in the country', 'namesakes', { companies: 4 }],
    ['a company in no complete register', 'partial', { complete: false }],
    ['a company without a name in any record', 'nameless', {}, { named: false }],
    ['a company that the source already lists', 'spoken', { sources: [2, 3] }, { sources: [1, 3] }],
    ['a source that may not link', 'source', { mayLink: false }],
  ];
  test.each(cases)('%s', (_, obstacle, contender, company = {}) => {
    const verdict = decide({ ...acme, ...company }, [{ ...sole, ...contender }])[0];
    expect(verdict?.reasons.obstacles).toEqual([obstacle]);
    expect(verdict?.linked).toBe(false);
  });

  test('a second record of the same source, in whatever region', () => {
    expect(linkedOf(acme, sole, sole)).toEqual([false, false]);
    expect(obstaclesOf(acme, sole, { ...sole, region: 'unknown' })).toEqual(['rival']);
    expect(linkedOf(acme, sole, { ...sole, region: 'different' })).toEqual([true, false]);
    const elsewhere: Contender = { ...sole, region: 'different' };
    expect(obstaclesOf(acme, sole, elsewhere, elsewhere, elsewhere)).toEqual(['rival']);
  });

  test('a record that also has a common name: it is not proposed, but still blocks others', () => {
    expect(decide(acme, [{ ...sole, common: true }])).toEqual([undefined]);
    expect(obstaclesOf(acme, sole, { ...sole, common: true })).toEqual(['rival']);
  });

  test('a record of another source with another domain: neither is linked', () => {
    const [one, other] = [
      { ...sole, reach: ['fqdn:a.com'] },
      { ...sole, sources: [3], reach: ['fqdn:b.com'] },
    ];
    expect(linkedOf(acme, one, other)).toEqual([false, false]);
    expect(obstaclesOf(acme, one, other)).toEqual(['disputed']);
    expect(linkedOf(acme, one, { ...other, reach: ['network:b'] })).toEqual([true, true]);
  });

  test("for a trading name, a record with the company's own name", () => {
    const brand: Contender = { ...sole, name: 'trading', reach: ['network:brand'] };
    const own: Contender = { ...sole, sources: [3], reach: ['network:own'] };
    expect(linkedOf(acme, own, brand)).toEqual([true, false]);
    expect(obstaclesOf(acme, brand, own)).toEqual(['disputed', 'outranked']);
  });
});

describe('these do not prevent a link', () => {
  test('a shared domain, since other companies have it too', () => {
    const verdict = decide({ ...acme, reach: ['fqdn:a.com'] }, [{ ...sole, reach: ['fqdn:a.com'] }])[0];
    expect(verdict).toMatchObject({ linked: true, reasons: { reach: 'shared' } });
  });

  test('a namesake in another region, which counts only if the region does not decide', () => {
    const [here, elsewhere] = [
      { ...sole, companies: 3 },
      { ...sole, companies: 2, region: 'different' as const },
    ];
    expect(decide(acme, [here])[0]).toMatchObject({ linked: true, reasons: { namesakes: 'none' } });
    expect(decide({ ...acme, years: [2000] }, [{ ...elsewhere, years: [2000] }])[0]?.reasons.namesakes).toBe('one');
  });

  test('a record with a former name or a similar spelling', () => {
    const others: Contender[] = [
      { ...sole, name: 'former' },
      { ...sole, name: 'similar' },
    ];
    expect(linkedOf(acme, sole, ...others)).toEqual([true, false, false]);
  });

  test('founding years that are a few years apart', () => {
    const verdicts = [2000, 2001, 2010].map(
      (year) => decide({ ...acme, years: [year] }, [{ ...sole, years: [2000] }])[0],
    );
    expect(verdicts.map((verdict) => verdict?.linked)).toEqual([true, true, true]);
    const [same, next, apart] = verdicts.map((verdict) => verdict?.score as number);
    expect(same).toBe(next);
    expect(apart).toBeLessThan(same as number);
  });
});

describe('decisions of an operator', () => {
  test('a rejected pair is neither linked nor proposed', () => {
    expect(decide(acme, [{ ...sole, refused: true }])).toEqual([undefined]);
  });

  test('a rejected record still blocks others: rejecting one does not accept another', () => {
    expect(linkedOf(acme, sole, { ...sole, refused: true })).toEqual([false, false]);
  });

  test('records that were split by hand are neither linked nor proposed', () => {
    expect(decide({ ...acme, reach: ['split:1:1'] }, [{ ...sole, reach: ['split:1:2'] }])).toEqual([undefined]);
    expect(linkedOf({ ...acme, reach: ['split:1:1'] }, { ...sole, reach: ['split:1:1'] })).toEqual([true]);
  });
});

describe('for every pair of contenders', () => {
  const contenders: Contender[] = [];
  for (const name of ['equal', 'trading', 'former', 'similar'] as const)
    for (const region of ['equal', 'unknown', 'different'] as const)
      for (const nearby of [1, 2])
        for (const source of [2, 3])
          for (const reach of [[], ['fqdn:a'], ['fqdn:b']])
            contenders.push({ ...sole, name, region, nearby, companies: nearby, sources: [source], reach });
  const companies: NumberedCompany[] = [acme, { ...acme, reach: ['fqdn:a'] }];
  const differ = (one: readonly string[], other: readonly string[]) => one[0] && other[0] && one[0] !== other[0];

  /** Runs the check for each company and each pair of contenders. */
  function forAll(check: (company: NumberedCompany, one: Contender, other: Contender) => boolean): void {
    for (const company of companies)
      for (const one of contenders)
        for (const other of contenders)
          if (!check(company, one, other)) expect.fail(JSON.stringify({ company, one, other }));
  }

  test('a linked contender has the name, is in the region, is the only one, and contradicts no other', () => {
    let links = 0;
    forAll((company, one, other) => {
      const [first, second] = linkedOf(company, one, other);
      if (first) links += 1;
      const sound =
        !first ||
        ((one.name === 'equal' || one.name === 'trading') &&
          one.region === 'equal' &&
          one.nearby === 1 &&
          !differ(one.reach, company.reach));
      const both = !(first && second) || (one.sources[0] !== other.sources[0] && !differ(one.reach, other.reach));
      return sound && both;
    });
    expect(links).toBeGreaterThan(0);
  });

  test('another contender never creates a link', () => {
    forAll((company, one, other) => !linkedOf(company, one, other)[0] || linkedOf(company, one)[0] === true);
  });

  test('the order does not matter', () => {
    forAll(
      (company, one, other) =>
        JSON.stringify(decide(company, [one, other])) === JSON.stringify(decide(company, [other, one]).toReversed()),
    );
  });
});
