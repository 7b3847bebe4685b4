import { afterAll, beforeAll, expect, test } from 'vitest';
import { fitted } from '../../../server/src/pipeline/identity/scoring/features.ts';
import { openDirectory } from '../../src/directory/dataset.ts';
import { fitWeights } from '../../src/directory/fit.ts';
import { type Found, findKnownItems } from '../../src/directory/known-items.ts';
import { calibrationOf, type MatchQuality, qualitiesOf } from '../../src/directory/match-quality.ts';
import { type ComparedItem, compareItems, judgeItem } from '../../src/directory/matched-items.ts';
import type { BenchDataset } from '../../src/speed/dataset.ts';

/** A small size for CI; `npm run measure:search` and `npm run measure:items` measure the full size. */
const directory = { companies: 6000, seed: 5 };
let dataset: BenchDataset;
let items: ComparedItem[];

beforeAll(async () => {
  dataset = await openDirectory(directory, { isKept: false, note: () => {} });
  items = await compareItems(dataset.installation, directory, { sequence: 1, count: 3000 });
});

afterAll(() => dataset?.end());

test('companies are found by names as people type them', async () => {
  const found = await findKnownItems(dataset.installation, directory, 800);
  const share = (some: readonly Found[]) =>
    some.reduce((sum, { first }) => sum + first, 0) / some.reduce((sum, { asked }) => sum + asked, 0);
  expect(share(found.filter(({ script }) => script === 'Latin'))).toBeGreaterThan(0.95);
  expect(share(found.filter(({ script }) => script !== 'Latin'))).toBeGreaterThan(0.9);
});

test('matches are right, and most companies are matched', () => {
  const qualities = qualitiesOf(items.map(judgeItem));
  const of = (given: string) => qualities.find((one) => one.given === given) as MatchQuality;
  expect(of('all').precision).toBeGreaterThan(0.99);
  expect(of('name and place').recall).toBeGreaterThan(0.85);
  expect(of('domain').recall).toBeGreaterThan(0.95);
  expect(of('number').recall).toBeGreaterThan(0.98);
});

test('scores are probabilities', () => {
  expect(calibrationOf(items.map(judgeItem)).error).toBeLessThan(0.03);
});

test('fitting finds weights under which the true companies are more likely', () => {
  const flat = {
    prior: 0,
    weights: Object.fromEntries(
      Object.entries(fitted.weights).map(([feature, levels]) => [
        feature,
        Object.fromEntries(Object.keys(levels).map((level) => [level, 0])),
      ]),
    ),
  };
  const { before, after, weights } = fitWeights(flat, items.slice(0, 500));
  expect(after).toBeGreaterThan(before / 2);
  expect(weights.weights.name?.equal).toBeGreaterThan(weights.weights.name?.different as number);
});
