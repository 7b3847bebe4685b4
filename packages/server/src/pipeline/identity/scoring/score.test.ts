import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CompanyFacts, prior } from './features.ts';
import { compareWords } from './name-similarity.ts';
import { decideByScores, scoreCandidates } from './score.ts';

const named = (text: string, facts: Partial<CompanyFacts> = {}): CompanyFacts => ({
  names: [{ text, key: text.toLowerCase(), words: text.toLowerCase().split(' '), kind: 'current' }],
  numbers: {},
  domains: [],
  slugs: [],
  phones: [],
  ...facts,
});
const score = (given: CompanyFacts, ...found: CompanyFacts[]) =>
  scoreCandidates(
    given,
    found.map((facts) => ({ facts })),
  );

describe('names', () => {
  const similarity = (a: string, b: string) => compareWords(a.split(' '), b.split(' ')).similarity;
  test('are compared by their words in any order, with common words counting less', () => {
    expect(similarity('heron vane', 'vane heron')).toBe(1);
    expect(similarity('heron vane', 'heron vane group')).toBeGreaterThan(similarity('heron vane', 'heron vane quarry'));
    expect(similarity('heron vane', 'heron vame')).toBe(
      similarity('heron vane', 'heron vane') * similarity('heron vane', 'heron vame'),
    );
    expect(similarity('heron', 'osprey')).toBe(0);
  });
  test('of which one has all words of the other speak for a candidate, names that both have other words do not', () => {
    const weightOf = (name: string) =>
      scoreCandidates(named('Heron Vane Works'), [{ facts: named(name) }])[0]?.reasons.find(
        ({ feature }) => feature === 'name',
      )?.weight;
    expect(weightOf('Heron Vane Works Trust')).toBeGreaterThan(0);
    expect(weightOf('Heron Vane')).toBeGreaterThan(0);
    expect(weightOf('Heron Vane Quarry')).toBeLessThan(0);
  });
});

describe('scores', () => {
  test('of candidates that fit equally well share the probability', () => {
    const [a, b] = score(
      named('Heron Vane', { region: 'AU-WA' }),
      named('Heron Vane', { region: 'AU-WA' }),
      named('Heron Vane', { region: 'AU-WA' }),
    );
    expect(a?.score).toBe(b?.score);
    expect(a?.score).toBeGreaterThan(0.45);
    expect(a?.score).toBeLessThan(0.5);
  });

  test('follow from the prior and the weights', () => {
    const levels = fc.constantFrom('AU-WA', 'AU-VIC', undefined);
    const company = fc.record({ region: levels, city: levels, founded: fc.constantFrom(1990, 1991, 2010, undefined) });
    fc.assert(
      fc.property(company, fc.array(company, { minLength: 1, maxLength: 4 }), (given, found) => {
        const scored = score(named('Heron Vane', given), ...found.map((facts) => named('Heron Vane', facts)));
        expect(scored.reduce((sum, one) => sum + one.score, 0)).toBeLessThanOrEqual(1.001);
        for (const { score: probability, reasons } of scored) {
          const logOdds = prior + reasons.reduce((sum, { weight }) => sum + weight, 0);
          expect(Math.abs(1 / (1 + Math.exp(-logOdds)) - probability)).toBeLessThan(0.02);
        }
      }),
    );
  });

  test('fall with each contradiction, which is a conflict', () => {
    const given = named('Heron Vane', { region: 'AU-WA', city: 'perth', numbers: { abn: ['1'] } });
    const [same] = score(given, named('Heron Vane', { region: 'AU-WA', city: 'perth' }));
    const [moved] = score(given, named('Heron Vane', { region: 'AU-VIC', city: 'perth' }));
    const [other] = score(given, named('Heron Vane', { region: 'AU-WA', city: 'perth', numbers: { abn: ['2'] } }));
    expect([same?.conflicts, moved?.conflicts, other?.conflicts]).toEqual([[], ['region'], ['abn']]);
    expect(moved?.score).toBeLessThan(same?.score as number);
    expect(other?.score).toBeLessThan(0.5);
  });
});

describe('a verdict', () => {
  const of = (...scores: number[]) => scores.map((one) => ({ candidate: one, score: one, reasons: [], conflicts: [] }));
  test.each<[number[], number, string, number]>([
    [[0.95, 0.02], 0.9, 'matched', 1],
    [[0.48, 0.48], 0.9, 'ambiguous', 2],
    [[0.55, 0.4], 0.5, 'ambiguous', 2],
    [[0.6, 0.1], 0.9, 'none', 0],
    [[], 0.9, 'none', 0],
  ])('on %j with threshold %d is %s', (scores, threshold, status, deciding) => {
    const verdict = decideByScores(of(...scores), threshold);
    expect([verdict.status, verdict.deciding.length]).toEqual([status, deciding]);
  });
});
