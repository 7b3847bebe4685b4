import { describe, expect, onTestFinished, test } from 'vitest';
import { fitted } from '../../../server/src/pipeline/identity/scoring/features.ts';
import { openInstallation } from '../../../testing/src/processes/installation.ts';
import { withDirectory } from '../../src/quality/directory.ts';
import { fitWeights } from '../../src/quality/fit.ts';
import { calibrationOf, compareItems, decideItem, type MatchQuality, qualitiesOf } from '../../src/quality/items.ts';
import { measureLinks } from '../../src/quality/links.ts';
import { type Found, measureSearches } from '../../src/quality/search.ts';
import { measureTitles } from '../../src/quality/titles.ts';

// Small sizes; `npm run bench -- quality` measures.

test('links by identifier and by name are right, and most are found', async () => {
  const installation = await openInstallation();
  const companies = 1000;
  onTestFinished(() => installation.close());
  const { identifiers, webIdentifiers, names } = await measureLinks(installation, companies);
  expect(identifiers.right).toBeGreaterThan(companies);
  expect(identifiers.precision).toBeGreaterThanOrEqual(0.999);
  expect(identifiers.recall).toBeGreaterThanOrEqual(0.95);
  expect(webIdentifiers.right).toBeGreaterThan(companies / 10);
  expect(webIdentifiers.precision).toBeGreaterThanOrEqual(0.999);
  expect(webIdentifiers.recall).toBeGreaterThanOrEqual(0.95);
  expect(names.precision).toBeGreaterThanOrEqual(0.99);
  expect(names.recall).toBeGreaterThanOrEqual(0.5);
});

describe('in a directory of all countries', () => {
  test('companies are found by names as people type them, and matched by items', async () => {
    await withDirectory({ companies: 6000, seed: 5 }, async (opened) => {
      const found = await measureSearches(opened, 800);
      const share = (some: readonly Found[]) =>
        some.reduce((sum, { first }) => sum + first, 0) / some.reduce((sum, { asked }) => sum + asked, 0);
      expect(share(found.filter(({ script }) => script === 'Latin'))).toBeGreaterThan(0.95);
      expect(share(found.filter(({ script }) => script !== 'Latin'))).toBeGreaterThan(0.9);

      const items = await compareItems(opened, 3000);
      const qualities = qualitiesOf(items.map(decideItem));
      const of = (given: string) => qualities.find((one) => one.given === given) as MatchQuality;
      expect(of('all').precision).toBeGreaterThan(0.99);
      expect(of('name and location').recall).toBeGreaterThan(0.85);
      expect(of('domain').recall).toBeGreaterThan(0.95);
      expect(of('number').recall).toBeGreaterThan(0.98);
      expect(calibrationOf(items.map(decideItem)).error).toBeLessThan(0.03);

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
  });
});

test('titles that were not used to write the rules get their labels', () => {
  const { titles, both } = measureTitles();
  expect(both).toBeGreaterThanOrEqual(titles - 3);
});
