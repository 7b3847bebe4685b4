import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '../../src/freshness/stage.ts';
import { runTrials } from '../../src/freshness/trial.ts';
import { judge } from '../../src/freshness/verdict.ts';
import { ways } from '../../src/freshness/ways.ts';

/** Few trials in CI; `npm run measure:freshness` does many. */
describe('what two processes remember is old for at most two seconds', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ trials: ['told', 'one-deaf', 'all-deaf', 'cut-off'] });
  });
  afterAll(() => stage?.close());

  test('after a change, where they are told', async () => {
    const before = await stage.readHits();
    const lags = await runTrials(stage, ways.told, ['told']);
    expect(judge(lags, 'behindMs')).toEqual([]);
    const after = await stage.readHits();
    for (const [at, hits] of after.entries()) expect(hits - (before[at] ?? 0)).toBeGreaterThan(100);
  });

  test.each([
    ['one of them hears nothing', ways.oneDeaf, 'one-deaf'],
    ['nobody hears anything', ways.allDeaf, 'all-deaf'],
    ['one of them cannot ask the ledger', ways.oneCutOff, 'cut-off'],
  ])('after it can be read, where %s', async (_, way, trial) => {
    expect(judge(await runTrials(stage, way, [trial]), 'behindMs')).toEqual([]);
  });
});

describe('what two workers of one process remember', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ trials: ['crew'], workers: 2 });
  });
  afterAll(() => stage?.close());

  test('is old for at most two seconds', async () => {
    expect(judge(await runTrials(stage, ways.told, ['crew']), 'behindMs')).toEqual([]);
    for (const hits of await stage.readHits()) expect(hits).toBeGreaterThan(100);
  });
});
