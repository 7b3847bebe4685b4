import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Environment, openEnvironment } from '../../src/freshness/environment.ts';
import { scenarios } from '../../src/freshness/scenarios.ts';
import { runTrials } from '../../src/freshness/trial.ts';
import { judge } from '../../src/freshness/verdict.ts';

/** Few trials in CI; `npm run measure:freshness` runs more. */
describe('two processes with a cache return old data for at most two seconds', () => {
  let environment: Environment;
  beforeAll(async () => {
    environment = await openEnvironment({ trials: ['notified', 'one-unnotified', 'none-notified', 'disconnected'] });
  });
  afterAll(() => environment?.close());

  test('after a change, if they are notified', async () => {
    const before = await environment.readHits();
    const lags = await runTrials(environment, scenarios.allNotified, ['notified']);
    expect(judge(lags, 'behindMs')).toEqual([]);
    const after = await environment.readHits();
    for (const [at, hits] of after.entries()) expect(hits - (before[at] ?? 0)).toBeGreaterThan(100);
  });

  test.each([
    ['one of them is not notified', scenarios.oneUnnotified, 'one-unnotified'],
    ['no process is notified', scenarios.noneNotified, 'none-notified'],
    ['one of them cannot reach the database', scenarios.oneDisconnected, 'disconnected'],
  ])('after the change can be read, if %s', async (_, scenario, trial) => {
    expect(judge(await runTrials(environment, scenario, [trial]), 'behindMs')).toEqual([]);
  });
});

describe('two workers of one process with a cache', () => {
  let environment: Environment;
  beforeAll(async () => {
    environment = await openEnvironment({ trials: ['workers'], workers: 2 });
  });
  afterAll(() => environment?.close());

  test('return old data for at most two seconds', async () => {
    expect(judge(await runTrials(environment, scenarios.allNotified, ['workers']), 'behindMs')).toEqual([]);
    for (const hits of await environment.readHits()) expect(hits).toBeGreaterThan(100);
  });
});
