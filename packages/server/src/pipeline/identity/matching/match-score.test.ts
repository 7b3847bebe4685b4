import { expect, test } from 'vitest';
import { leastScore, type Parts, partNames, partWeight, scoreOf } from './match-score.ts';

const best: Parts = { name: 'equal', region: 'equal', reach: 'unknown', founded: 'equal', namesakes: 'none' };

/** Far from certain, so that every part counts. */
const uncertain: Parts = { ...best, name: 'similar', region: 'different', founded: 'unknown', reach: 'different' };

test('a score is a probability: high for full agreement, low for none', () => {
  expect(scoreOf(best, 0)).toBeGreaterThan(0.95);
  const worst: Parts = { ...best, name: 'similar', region: 'different', reach: 'different', founded: 'different' };
  expect(scoreOf(worst, 9)).toBeLessThan(0.1);
});

test('less agreement never raises the score', () => {
  const steps: { [P in Exclude<keyof Parts, 'namesakes'>]: Parts[P][] } = {
    name: ['equal', 'similar'],
    region: ['equal', 'unknown', 'different'],
    reach: ['unknown', 'different'],
    founded: ['equal', 'near', 'different'],
  };
  for (const [part, found] of Object.entries(steps)) {
    const scores = found.map((one) => scoreOf({ ...uncertain, [part]: one }, 0));
    expect(scores, part).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size, part).toBe(scores.length);
  }
});

test('companies that fit equally well share the probability', () => {
  expect(2 * scoreOf(best, 1)).toBeLessThanOrEqual(1);
  expect(scoreOf(best, 1)).toBeGreaterThan(0.45);
  expect(scoreOf(best, 3)).toBeLessThanOrEqual(0.25);
});

test('a shared domain adds nothing, and namesakes have no weight of their own', () => {
  expect(scoreOf({ ...best, reach: 'shared' }, 0)).toBe(scoreOf(best, 0));
  expect(partNames.filter((part) => partWeight(part, best[part]) === undefined)).toEqual(['reach', 'namesakes']);
});

test('a name alone is proposed only without many namesakes', () => {
  const unknown: Parts = { ...best, region: 'unknown', founded: 'unknown' };
  expect(scoreOf(unknown, 0)).toBeGreaterThan(leastScore);
  expect(scoreOf(unknown, 20)).toBeLessThan(leastScore);
});
