import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Comparison, readRuns } from '../../../testing/src/kills/compare.ts';
import { type KillSetup, killStores, killWeek, openKillSetup } from '../../../testing/src/kills/kill-week.ts';

const rows = 12_000;
let setup: KillSetup;

beforeAll(async () => {
  setup = await openKillSetup(rows);
});

afterAll(() => setup?.close());

function expectEqual({ lines, differences }: Comparison): void {
  expect(differences.slice(0, 20)).toEqual([]);
  expect(lines).toBeGreaterThan(rows / 2);
}

test('imports and a rebuild that are killed in each stage leave the same database and documents', async () => {
  const { kills, comparison } = await killWeek(setup, setup.weeks.first);
  expect(new Set(kills.map(({ stage }) => stage))).toEqual(new Set(['staging', 'applying', 'filling']));
  expectEqual(comparison);
});

test('a crash of PostgreSQL or of an OpenSearch node does not change the result', async () => {
  const { kills, comparison } = await killStores(setup);
  expect(kills.map(({ what }) => what)).toEqual(['PostgreSQL', 'an OpenSearch node']);
  for (const { message } of kills) expect(message).not.toMatch(/^\s+at /m);
  expectEqual(comparison);
});

test('the file of the next week, with changes and removals, has the same result', async () => {
  const { kills, comparison } = await killWeek(setup, setup.weeks.next);
  expect(kills.length).toBeGreaterThan(1);
  expectEqual(comparison);
  expect(await readRuns(setup.killed)).toEqual(await readRuns(setup.uninterrupted));
});
