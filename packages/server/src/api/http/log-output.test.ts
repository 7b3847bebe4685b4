import { expect, test } from 'vitest';
import { runProgram, runThree } from '../../../../testing/src/processes/program.ts';

const writer = new URL('../../../../testing/src/processes/log-writer.ts', import.meta.url);

test('log lines of processes that share a pipe are never interleaved', async () => {
  const { lines } = await runThree(writer, '4000');
  const writers = lines.map((line) => JSON.parse(line).pid);
  expect(new Set(writers).size).toBe(3);
  expect(writers).toHaveLength(3 * 4000);
});

test('unread log lines are bounded in memory, and the number of dropped lines is logged', async () => {
  const { lines } = await runProgram(writer, '20000');
  const { msg, dropped } = JSON.parse(lines.at(-1) ?? '');
  expect(msg).toBe('log lines were dropped');
  expect(dropped).toBeGreaterThan(1000);
  expect(lines.length - 1 + dropped).toBe(20_000);
  expect(lines.join('\n').length).toBeLessThan(4.1 * 2 ** 20);
});
