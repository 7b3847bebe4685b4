import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settings } from '../../core/settings/config.ts';
import { assumptions } from './assumptions.ts';
import { type Plan, planOf } from './capacity-plan.ts';
import { assumedDemand, checkDemand, type Demand, mixOf } from './demand.ts';
import { type Figures, figures } from './figures.ts';

const demandOf = (demand: Partial<Demand>): Demand => ({
  ...assumedDemand,
  companies: 1_000_000,
  people: 4_000_000,
  requests: 100,
  ...demand,
});

const amounts = {
  companies: fc.integer({ min: 1, max: 1e9 }),
  people: fc.integer({ min: 0, max: 5e9 }),
  requests: fc.integer({ min: 0, max: 200_000 }),
  copies: fc.integer({ min: 1, max: 9 }),
  headroom: fc.integer({ min: 0, max: 90 }).map((percent) => percent / 100),
} as const;

/** The figures that never decrease when the demand increases. */
const figuresOf = ({ total, service, database, monthlyCost, needs }: Plan) => [
  total.cores,
  total.memoryGb,
  total.diskGb,
  service.processes,
  database.diskGb,
  monthlyCost,
  needs.primaryGb,
  needs.opensearchDiskGb,
  needs.opensearchCores,
  needs.documents,
];

test.each(Object.keys(amounts) as (keyof typeof amounts)[])('more %s never needs less', (name) => {
  fc.assert(
    fc.property(fc.record(amounts), amounts[name], (some, other) => {
      const [low, high] = [some[name], other].sort((a, b) => a - b);
      const less = figuresOf(planOf(demandOf({ ...some, [name]: low })));
      const more = figuresOf(planOf(demandOf({ ...some, [name]: high })));
      for (const [at, value] of less.entries()) expect(more[at]).toBeGreaterThanOrEqual(value * (1 - 1e-12));
    }),
    { numRuns: 500 },
  );
});

/** A repeated lookup never costs more than a unique one: `npm run docs` rejects other results. */
const cheapRepeated = (share: number): Figures => {
  const { service, opensearch } = figures.cpuUs.different;
  return {
    ...figures,
    cpuUs: { ...figures.cpuUs, zipf: { service: service * share, opensearch: opensearch * share } },
  };
};
const part = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);

test('more repeated lookups never need more', () => {
  fc.assert(
    fc.property(fc.record(amounts), part, fc.tuple(part, part), (some, share, parts) => {
      const [low = 0, high = 0] = parts.toSorted((a, b) => a - b);
      const known = cheapRepeated(share);
      const less = figuresOf(planOf(demandOf({ ...some, repeated: high }), known));
      const more = figuresOf(planOf(demandOf({ ...some, repeated: low }), known));
      for (const [at, value] of less.entries()) expect(more[at]).toBeGreaterThanOrEqual(value * (1 - 1e-12));
    }),
    { numRuns: 500 },
  );
});

const coresOf = fc.integer({ min: 1, max: 256 });

test('more cores never make the load longer, and more rows never shorter', () => {
  fc.assert(
    fc.property(fc.record(amounts), coresOf, coresOf, (some, one, other) => {
      const [few, many] = [Math.min(one, other), Math.max(one, other)];
      const on = (demand: Partial<Demand>) => planOf(demandOf({ ...some, ...demand })).hours;
      // Two lanes on two cores are faster than one, however little.
      expect(on({ cores: many }).total).toBeLessThanOrEqual(on({ cores: few }).total * (1 + 1e-12));
      const { read, apply, match } = on({ cores: few, companies: 2 * some.companies, people: 2 * some.people });
      const half = on({ cores: few });
      for (const [twice, once] of [
        [read, half.read],
        [apply, half.apply],
        [match, half.match],
      ] as const)
        expect(twice).toBeCloseTo(2 * once, 9);
    }),
    { numRuns: 500 },
  );
});

test('the machines meet the needs', () => {
  fc.assert(
    fc.property(fc.record(amounts), (some) => {
      const { nodes, needs, service, shards } = planOf(demandOf(some));
      expect(nodes.count).toBeGreaterThanOrEqual(some.copies);
      expect(nodes.count * nodes.cores).toBeGreaterThanOrEqual(needs.opensearchCores);
      expect(nodes.count * nodes.memoryGb * assumptions.pageCache.value).toBeGreaterThanOrEqual(needs.hotGb);
      expect((shards * some.copies) % nodes.count).toBe(0);
      expect(needs.indexGb.person / shards).toBeLessThanOrEqual(assumptions.shardGb.value);
      expect(nodes.diskGb * nodes.count).toBeCloseTo(needs.opensearchDiskGb, 3);
      expect(service.processes).toBeGreaterThanOrEqual(needs.serviceCores);
    }),
  );
});

test('without people there is no person index and no roster', () => {
  const { needs } = planOf(demandOf({ people: 0, companies: 10 }));
  expect(needs.indexGb.person).toBe(0);
  expect(needs.documents).toBeLessThan(100);
});

test('one copy of little data needs one node', () => {
  expect(planOf(demandOf({ copies: 1, companies: 1000, people: 4000 })).nodes.count).toBe(1);
});

test('the design size needs large nodes, and its shards stay below the size limit', () => {
  const { nodes, shards, needs } = planOf(demandOf({ companies: 300e6, people: 1.2e9, requests: 1000 }));
  expect(nodes.cores).toBe(16);
  expect(Math.max(...Object.values(needs.indexGb)) / shards).toBeLessThanOrEqual(assumptions.shardGb.value);
  expect(shards).toBeGreaterThan(1);
  expect(nodes.count).toBeLessThan(30);
});

test('the largest demand has no more shards than the setting allows', () => {
  const { shards } = planOf(demandOf({ companies: 5e9, people: 20e9, requests: 1e6, copies: 9, headroom: 0.9 }));
  expect(settings.ORGDEX_SHARDS.parse(String(shards))).toBe(shards);
});

test('the shares of all kinds of request add up to 1', () => {
  const mix = mixOf(demandOf({ searches: 0.4, repeated: 0.5 }));
  expect(Object.values(mix).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  expect(mix).toMatchObject({ different: 0.3, zipf: 0.3 });
});

test.each([
  { companies: 0 },
  { people: -1 },
  { requests: Number.NaN },
  { requests: Number.POSITIVE_INFINITY },
  { copies: 1.5 },
  { headroom: 1 },
  { searches: 2 },
  { prices: { core: -1, memoryGb: 0, diskGb: 0 } },
])('%o is rejected', (wrong) => {
  expect(() => checkDemand(demandOf(wrong))).toThrow(/must be from|whole number/);
});
