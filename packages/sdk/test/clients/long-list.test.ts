import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openUnreliableService } from '../behavior/unreliable-service.ts';
import { findPythons, pythonEnvironment, root } from '../support/tools.ts';

const execute = promisify(execFile);
/** `ORGDEX_SDK_ROWS=100000` is the full size. */
const rows = Number(process.env.ORGDEX_SDK_ROWS ?? 1500);
const python = findPythons().at(-1);

describe.each(['sync', 'async'])(`Python ${python?.version}, %s`, (kind) => {
  test('each row of a long list comes back once, in order, and only a few batches are in memory', async () => {
    const service = await openUnreliableService(1);
    const args = [join(root, 'python/tests/long_list.py'), kind, service.url, String(rows)];
    const { stdout } = await execute(python?.path ?? '', args, { env: pythonEnvironment() });
    await service.close();
    const seen = JSON.parse(stdout);
    if (process.env.ORGDEX_SDK_ROWS) console.log(`Python ${kind}`, { ...seen, ...service.counts });
    expect(seen).toMatchObject({ rows, outOfOrder: 0 });
    expect(seen.mostAhead).toBeLessThanOrEqual(501);
    expect(seen.grownMb).toBeLessThan(50);
    expect(service.counts.limited).toBeGreaterThan(0);
    expect(service.counts.failed).toBeGreaterThan(0);
  }, 600_000);
});
