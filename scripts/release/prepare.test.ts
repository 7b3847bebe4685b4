import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { nextRelease, prepareRelease } from './prepare.ts';

const root = join(import.meta.dirname, '../..');
const manifests = [
  'package.json',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`),
];
const changelogs = ['CHANGELOG.md', 'packages/sdk/CHANGELOG.md', 'python/CHANGELOG.md'];
const python = ['python/pyproject.toml', 'python/src/orgdex/_version.py'];
const others = ['package-lock.json', 'deploy/chart/Chart.yaml', ...changelogs, ...python];
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A copy of the files that a release changes. */
function copyOfWorkspace(): string {
  const copy = mkdtempSync(join(tmpdir(), 'orgdex-release-'));
  folders.push(copy);
  for (const file of [...manifests, ...others]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  return copy;
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

test('every package has the version of the workspace', () => {
  const versions = manifests.map((file) => readJson(join(root, file)).version);
  expect(new Set(versions).size).toBe(1);
});

test('a release sets the version everywhere, and the date in the changelog', () => {
  const copy = copyOfWorkspace();
  prepareRelease(copy, { version: '7.8.9', notes: 'x' }, '2030-01-02');
  for (const file of manifests) expect(readJson(join(copy, file)).version, file).toBe('7.8.9');
  const needs = readJson(join(copy, 'packages/server/package.json')).dependencies;
  expect([needs['@orgdex/contract'], needs['@orgdex/sdk']]).toEqual(['7.8.9', '7.8.9']);
  expect(readJson(join(copy, 'packages/sdk/package.json')).devDependencies['@orgdex/contract']).toBe('7.8.9');
  for (const file of python) expect(readFileSync(join(copy, file), 'utf8'), file).toContain('"7.8.9"');
  const lock = readJson(join(copy, 'package-lock.json'));
  expect(lock.packages['packages/server'].version).toBe('7.8.9');
  expect(lock.packages['packages/server'].dependencies['@orgdex/contract']).toBe('7.8.9');
  expect(lock.packages['packages/server'].dependencies.fastify).not.toBe('7.8.9');
  expect(readFileSync(join(copy, 'deploy/chart/Chart.yaml'), 'utf8')).toMatch(
    /^version: 7\.8\.9\nappVersion: 7\.8\.9$/m,
  );
  for (const file of changelogs) {
    expect(readFileSync(join(copy, file), 'utf8'), file).toMatch(/^## \[7\.8\.9\] - 2030-01-02$/m);
  }
});

test('a release that changes nothing but the version leaves the files as npm writes them', () => {
  const copy = copyOfWorkspace();
  const { version } = readJson(join(root, 'package.json'));
  prepareRelease(copy, { version, notes: 'x' }, 'unreleased');
  for (const file of [...manifests, ...others]) {
    expect(readFileSync(join(copy, file), 'utf8'), file).toBe(readFileSync(join(root, file), 'utf8'));
  }
});

test('the notes of a release are its section of the changelog', () => {
  const changelog = '# Changelog\n\n## [0.2.0] - unreleased\n\n- **New:** it.\n\n## [0.1.0] - 2026-01-01\n\n- Old.\n';
  expect(nextRelease(changelog)).toEqual({ version: '0.2.0', notes: '- **New:** it.' });
});

test.each([
  ['# Changelog\n', /no heading/],
  ['## [0.1.0] - 2026-01-01\n\n- Old.\n', /nothing unreleased: its first version, 0\.1\.0, is of 2026-01-01/],
  ['## [0.2.0] - unreleased\n\n## [0.1.0] - 2026-01-01\n', /says nothing about 0\.2\.0/],
])('a changelog without a release is rejected: %j', (changelog, message) => {
  expect(() => nextRelease(changelog)).toThrow(message);
});
