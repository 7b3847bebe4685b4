import { execFileSync, execSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** While no version is tagged: the last commit before the first migration that a running service may have to undergo. */
const untagged = '1c1be94d';

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The first tagged version; without tags, a fixed commit. */
export const firstVersion = (): string =>
  git('tag', '--list', 'v*', '--sort=version:refname').split('\n')[0] || untagged;

/** Installs a version into a new folder, as its users do, and returns the program. */
export function installVersion(version: string): { folder: string; program: string } {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-old-'));
  execSync(`git archive ${git('rev-parse', `${version}^{commit}`)} | tar -x -C ${folder}`);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  return { folder, program: join(folder, 'packages/server/src/main.ts') };
}
