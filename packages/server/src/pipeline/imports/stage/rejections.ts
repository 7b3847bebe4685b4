import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { readRejections } from '../../../stores/postgres/imports/stage.ts';
import type { RunContext } from '../run-context.ts';

const folderIn = (home: string) => join(home, 'rejected');
const fileOf = (home: string, runId: number) => join(folderIn(home), `run-${runId}.ndjson`);

/** The file to which an import wrote the rejected rows, if it still exists. */
export function findRejections(home: string, runId: number): string | undefined {
  const path = fileOf(home, runId);
  return existsSync(path) ? path : undefined;
}

/** A row that was rejected. */
export interface Rejection {
  file: string | null;
  line: number;
  reason: string;
}

/** How much of the file is read to find samples: it may have millions of lines. */
const sampledBytes = 2 ** 20;

/** The first rejected rows of a run; undefined: this machine does not have the file. */
export async function readFirstRejections(home: string, runId: number): Promise<Rejection[] | undefined> {
  const path = findRejections(home, runId);
  if (!path) return undefined;
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(sampledBytes), 0, sampledBytes, 0);
    const text = buffer.toString('utf8', 0, bytesRead);
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    return whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Rejection]));
  } finally {
    await file.close();
  }
}

/**
 * Writes file, line and reason of each rejected row. The rows themselves are not written, since they may contain
 * contact values.
 */
export async function writeRejections({ client, run, home }: RunContext): Promise<string | undefined> {
  if (run.counts.rejected === 0) return undefined;
  mkdirSync(folderIn(home), { recursive: true });
  const path = fileOf(home, run.id);
  writeFileSync(path, '');
  for await (const rows of readRejections(client, run.id)) {
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { flag: 'a' });
  }
  return path;
}
