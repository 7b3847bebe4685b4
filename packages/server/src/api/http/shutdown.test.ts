import { expect, test } from 'vitest';
import { runProgram } from '../../../../testing/src/processes/program.ts';

const brokenWorker = new URL('../../../../testing/src/processes/broken-worker.ts', import.meta.url);

test('a process that gets a stop signal while it stops after an error stops once, with exit status 1', async () => {
  expect(await runProgram(brokenWorker)).toEqual({ code: 1, lines: ['stops'] });
});
