// Releases the version that CHANGELOG.md names as unreleased: dates it, sets it in all packages, commits, and tags the commit.
// Nothing is sent anywhere: push the commit and the tag when `npm run pack` and CI have passed.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextRelease, prepareRelease } from './release/prepare.ts';

const root = join(import.meta.dirname, '..');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

try {
  if (git('status', '--porcelain') !== '')
    throw new Error('The working tree has changes. Commit or remove them first.');
  const release = nextRelease(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
  const tag = `v${release.version}`;
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists already.`);
  const files = prepareRelease(root, release, new Date().toISOString().slice(0, 10));
  // The API documents name the version.
  execFileSync(process.execPath, ['scripts/reference.ts'], { cwd: root });
  git('add', ...files, 'docs/reference');
  git('commit', '--quiet', '--message', `release: ${release.version}`);
  git('tag', '--annotate', tag, '--cleanup=verbatim', '--message', `orgdex ${release.version}\n\n${release.notes}\n`);
  console.log(`Tagged ${tag}. To publish it: git push --follow-tags`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
