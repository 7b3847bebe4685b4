import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkRunsAddUp } from '../../../testing/src/data/adds-up.ts';
import { compareInstallations, readRuns } from '../../src/kills/compare-installations.ts';
import type { Kill } from '../../src/kills/kill-run.ts';
import { killStores, killWeek, openKillSetup, runWeek } from '../../src/kills/kill-weeks.ts';
import type { Timeline } from '../../src/kills/timeline.ts';

/** Small in CI; `npm run measure:kills` uses a large register. */
const rows = 12_000;
/** The first week has eight stages: each is hit at least once, and the two longest twice. */
const killsOfAWeek = 10;
const settings = { ORGDEX_BATCH_ROWS: '150' };
const mostSeconds = 60;

let setup: Awaited<ReturnType<typeof openKillSetup>>;
let firstWeek: Timeline[];

const costOf = ({ lostSeconds, backSeconds }: Kill) => lostSeconds + backSeconds;

beforeAll(async () => {
  setup = await openKillSetup(rows, settings);
  firstWeek = await runWeek(setup, setup.weeks.first);
});

afterAll(async () => {
  await setup?.close();
});

function expectCheap(kills: readonly Kill[]): void {
  expect(kills.map(costOf).filter((seconds) => seconds > mostSeconds)).toEqual([]);
}

async function expectEqual(): Promise<void> {
  const { rows: compared, differences } = await compareInstallations(setup.uninterrupted, setup.killed);
  expect(differences.slice(0, 20)).toEqual([]);
  expect(compared).toBeGreaterThan(rows / 2);
  await checkRunsAddUp(setup.killed.pool);
  expect(await readRuns(setup.killed)).toEqual(await readRuns(setup.uninterrupted));
}

test('an import that is killed repeatedly produces the same database and documents', async () => {
  const kills = await killWeek(setup, firstWeek, killsOfAWeek);
  expect(new Set(kills.map(({ checkpoint }) => checkpoint.stage)).size).toBeGreaterThan(2);
  expectCheap(kills);
  await expectEqual();
});

test('a crash of PostgreSQL or of an OpenSearch node does not change the result', async () => {
  const { kills, comparison } = await killStores(setup, firstWeek);
  expect(kills.map(({ what }) => what)).toEqual(['PostgreSQL', 'an OpenSearch node']);
  for (const { ended } of kills) expect(ended.err).not.toMatch(/^\s+at /m);
  expectCheap(kills);
  expect(comparison.differences.slice(0, 20)).toEqual([]);
});

test('the file of the next week, with changes and removals, produces the same result', async () => {
  const kills = await killWeek(setup, await runWeek(setup, setup.weeks.next), killsOfAWeek);
  expect(new Set(kills.map(({ checkpoint }) => checkpoint.stage)).size).toBeGreaterThan(2);
  expectCheap(kills);
  await expectEqual();
});
