import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programsOnPath, runOrThrow } from '../stores/process.ts';

/** Unpacks Debian's package of Prometheus into a folder, without installing it. Needs no rights. */
async function unpack(folder: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'orgdex-promtool-'));
  try {
    await runOrThrow('apt-get', ['download', '--quiet', 'prometheus'], { cwd: work });
    const [archive = ''] = readdirSync(work);
    mkdirSync(folder, { recursive: true });
    await runOrThrow('dpkg', ['-x', join(work, archive), folder]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The program promtool: that of the PATH, or one that is unpacked into the home folder. */
export async function findPromtool(home: string): Promise<string> {
  const [installed] = programsOnPath('promtool');
  if (installed) return installed;
  const folder = join(home, 'tools/prometheus');
  const own = join(folder, 'usr/bin/promtool');
  if (!existsSync(own)) await unpack(folder);
  return own;
}
