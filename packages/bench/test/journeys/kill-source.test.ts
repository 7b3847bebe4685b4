import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkRunsAddUp } from '../../../server/test/support/data/adds-up.ts';
import { compareWorlds, readRuns } from '../../src/kills/digest.ts';
import { killEngines, killWeek, openJourney, spendWeek } from '../../src/kills/kill-journey.ts';
import type { Kill } from '../../src/kills/kill-run.ts';
import type { Timeline } from '../../src/kills/timeline.ts';

/** Small in CI; `npm run measure:kills` does it at its real size. */
const rows = 20_000;
const killsOfAWeek = 5;
const settings = { ORGDEX_BATCH_ROWS: '250' };
const mostSeconds = 60;

let journey: Awaited<ReturnType<typeof openJourney>>;
let firstWeek: Timeline[];

const costOf = ({ lostSeconds, backSeconds }: Kill) => lostSeconds + backSeconds;

beforeAll(async () => {
  journey = await openJourney(rows, settings);
  firstWeek = await spendWeek(journey, journey.weeks.first);
});

afterAll(async () => {
  await journey?.close();
});

function expectCheap(kills: readonly Kill[]): void {
  expect(kills.map(costOf).filter((seconds) => seconds > mostSeconds)).toEqual([]);
}

async function expectEqual(): Promise<void> {
  const { rows: compared, differences } = await compareWorlds(journey.undisturbed, journey.killed);
  expect(differences.slice(0, 20)).toEqual([]);
  expect(compared).toBeGreaterThan(rows / 2);
  await checkRunsAddUp(journey.killed.pool);
  expect(await readRuns(journey.killed)).toEqual(await readRuns(journey.undisturbed));
}

test('a register that is killed again and again ends in the same ledger and the same documents', async () => {
  const kills = await killWeek(journey, firstWeek, killsOfAWeek);
  expect(new Set(kills.map(({ place }) => place.stage)).size).toBeGreaterThan(2);
  expectCheap(kills);
  await expectEqual();
});

test('a crash of PostgreSQL and the loss of an engine node change nothing, and say what to do', async () => {
  const { kills, comparison } = await killEngines(journey, firstWeek);
  expect(kills.map(({ what }) => what)).toEqual(['PostgreSQL', 'an engine node']);
  for (const { ended } of kills) expect(ended.err).not.toMatch(/^\s+at /m);
  expectCheap(kills);
  expect(comparison.differences.slice(0, 20)).toEqual([]);
});

test('the week after, with changes and removals, ends the same too', async () => {
  const kills = await killWeek(journey, await spendWeek(journey, journey.weeks.next), killsOfAWeek);
  expect(new Set(kills.map(({ place }) => place.stage)).size).toBeGreaterThan(2);
  expectCheap(kills);
  await expectEqual();
});
