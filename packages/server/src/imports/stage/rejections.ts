import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRejections } from '../../ledger/imports/stage.ts';
import type { RunContext } from '../run-context.ts';

/**
 * Writes file, line and reason of each rejected row. The rows themselves are not written, since they may contain
 * contact values.
 */
export async function writeRejections({ client, run, home }: RunContext): Promise<string | undefined> {
  if (run.counts.rejected === 0) return undefined;
  const folder = join(home, 'rejected');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `run-${run.id}.ndjson`);
  writeFileSync(path, '');
  for await (const rows of readRejections(client, run.id)) {
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { flag: 'a' });
  }
  return path;
}
