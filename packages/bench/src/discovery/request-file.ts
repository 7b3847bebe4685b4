import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRequest } from '../speed/requests.ts';

const toLine = ({ method, path, body = '' }: BenchRequest) => `${method}\t${path}\t${body}\n`;

/** Writes lists of requests to files that the load generators read, for as long as the work takes. */
export async function withRequestFiles<T, Name extends string>(
  lists: Readonly<Record<Name, readonly BenchRequest[]>>,
  work: (files: Readonly<Record<Name, string>>) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-discovery-'));
  try {
    const files = Object.entries<readonly BenchRequest[]>(lists).map(([name, requests]) => {
      const file = join(folder, name);
      writeFileSync(file, requests.map(toLine).join(''));
      return [name, file];
    });
    return await work(Object.fromEntries(files) as Record<Name, string>);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
