import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

/** At the end of the command, a thread tells where both find compiled modules. */
const probe = `
  import { getCompileCacheDir } from 'node:module';
  import { isMainThread, Worker } from 'node:worker_threads';
  const inThread = "require('node:worker_threads').parentPort.postMessage(require('node:module').getCompileCacheDir())";
  const ask = () => new Worker(inThread, { eval: true }).once('message', (ofThread) =>
    process.stderr.write(JSON.stringify({ ofThread, ofCommand: getCompileCacheDir() })));
  if (isMainThread) process.once('beforeExit', ask);`;

test.each([
  ['the usual folder', undefined],
  ['a given folder', 'given'],
])('a thread uses the compile cache of its command, in %s', async (_, given) => {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-cache-'));
  try {
    const { NODE_COMPILE_CACHE: _inherited, ...rest } = process.env;
    const env = { ...rest, TMPDIR: folder, ...(given && { NODE_COMPILE_CACHE: join(folder, given) }) };
    const args = ['--import', `data:text/javascript,${encodeURIComponent(probe)}`, main, 'sources'];
    const { stderr } = await promisify(execFile)(process.execPath, args, { env });
    const { ofThread, ofCommand } = JSON.parse(/\{.*\}/.exec(stderr)?.[0] ?? '{}');
    expect(ofCommand).toContain(join(folder, given ?? 'node-compile-cache'));
    expect(ofThread).toBe(ofCommand);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
