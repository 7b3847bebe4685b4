import { describe, expect, test } from 'vitest';
import { runProgram } from '../../test/support/processes/program.ts';

const refusedCrew = new URL('../../test/support/processes/refused-worker-pool.ts', import.meta.url);

describe.concurrent.each([
  ['told', 'ENOENT'],
  ['thrown', 'E2BIG'],
])('a system that refuses a process, as %s', { timeout: 60_000 }, (way, reason) => {
  test('at the start: the whole ends with the reason', async () => {
    const { lines } = await runProgram(refusedCrew, way, 'first');
    expect(lines).toEqual([expect.stringMatching(`^No worker can be started: spawn .*${reason}. Mend that`)]);
  });

  test('later: it is said and tried again, the others go on, and a stop does not wait for it', async () => {
    const { code, lines } = await runProgram(refusedCrew, way, 'later');
    const said = lines.map((line) => JSON.parse(line));
    const { failures, ends } = said.pop();
    expect({ code, ends }).toEqual({ code: 0, ends: [0] });
    expect(failures).toBe(said.length);
    const refused = said.filter(({ msg }) => msg === 'a worker cannot be started; another try follows');
    expect(refused.length).toBe(said.length - 2);
    for (const { message } of refused) expect(message).toContain(reason);
    expect(said.slice(0, 2).map(({ againInMs }) => againInMs)).toEqual([250, 500]);
  });
});
