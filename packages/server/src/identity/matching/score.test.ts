import { expect, test } from 'vitest';
import { leastScore, type Parts, scoreOf } from './score.ts';

const best: Parts = { name: 'equal', region: 'equal', reach: 'unknown', founded: 'equal', namesakes: 'none' };

test('full agreement scores 1, and no score is below 0', () => {
  expect(scoreOf(best)).toBe(1);
  const worst = { name: 'similar', region: 'different', reach: 'different', founded: 'different', namesakes: 'many' };
  expect(scoreOf(worst as Parts)).toBe(0);
});

test('less agreement never raises the score', () => {
  const steps: { [P in keyof Parts]: Parts[P][] } = {
    name: ['equal', 'trading', 'former', 'similar'],
    region: ['equal', 'unknown', 'different'],
    reach: ['unknown', 'different'],
    founded: ['equal', 'near', 'unknown', 'different'],
    namesakes: ['none', 'one', 'few', 'many'],
  };
  for (const [part, found] of Object.entries(steps)) {
    const scores = found.map((one) => scoreOf({ ...best, [part]: one }));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
  }
});

test('a shared domain adds nothing', () => {
  expect(scoreOf({ ...best, reach: 'shared' })).toBe(scoreOf(best));
});

test('a name alone is proposed only without namesakes', () => {
  const unknown: Parts = { ...best, region: 'unknown', founded: 'unknown' };
  expect(scoreOf(unknown)).toBeGreaterThan(leastScore);
  expect(scoreOf({ ...unknown, namesakes: 'few' })).toBeLessThan(leastScore);
});
