import { expect, test } from 'vitest';
import { runProgram } from '../../test/support/program.ts';

const brokenWorker = new URL('../../test/support/broken-worker.ts', import.meta.url);

test('who is told to stop while it stops because of an error stops once, and ends with 1', async () => {
  expect(await runProgram(brokenWorker)).toEqual({ code: 1, lines: ['stops'] });
});
