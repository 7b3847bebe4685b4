import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Release {
  readonly version: string;
  /** What CHANGELOG.md says about it: the text of the tag. */
  readonly notes: string;
}

const heading = /^## \[(\d+\.\d+\.\d+)\] - (.+)$/m;

/** The release that CHANGELOG.md describes first. */
export function nextRelease(changelog: string): Release {
  const found = heading.exec(changelog);
  if (found?.[1] === undefined) throw new Error('CHANGELOG.md has no heading such as "## [1.2.3] - unreleased".');
  if (found[2] !== 'unreleased') {
    throw new Error(`CHANGELOG.md has nothing unreleased: its first version, ${found[1]}, is of ${found[2]}.`);
  }
  const [notes = ''] = changelog.slice(found.index + found[0].length).split(/^## /m);
  if (notes.trim() === '') throw new Error(`CHANGELOG.md says nothing about ${found[1]}.`);
  return { version: found[1], notes: notes.trim() };
}

/** The manifests that carry the version: of the workspace, and of each package. */
const manifestsOf = (root: string): string[] => [
  join(root, 'package.json'),
  ...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'package.json')),
];

interface Manifest {
  name?: string;
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Sets the version of a manifest, and of those that it needs of the same workspace. */
function setVersion(manifest: Manifest, own: ReadonlySet<string>, version: string): void {
  if (manifest.version !== undefined) manifest.version = version;
  for (const needed of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(needed ?? {})) if (needed && own.has(name)) needed[name] = version;
  }
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file: string, content: unknown) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);

/** Files other than JSON that have the version or the date. */
const textFiles = (version: string, date: string): readonly (readonly [string, RegExp, string])[] => [
  ['deploy/chart/Chart.yaml', /^(version|appVersion): .*$/gm, `$1: ${version}`],
  ['python/pyproject.toml', /^version = ".*"$/m, `version = "${version}"`],
  ['python/src/orgdex/_version.py', /^__version__ = ".*"$/m, `__version__ = "${version}"`],
  ...['CHANGELOG.md', 'packages/sdk/CHANGELOG.md', 'python/CHANGELOG.md'].map(
    (file) => [file, heading, `## [${version}] - ${date}`] as const,
  ),
];

/** Writes the version into all manifests, the lock file and the chart, and the date into the changelogs. Returns the changed files. */
export function prepareRelease(root: string, { version }: Release, date: string): string[] {
  const files = manifestsOf(root);
  const manifests: Manifest[] = files.map(readJson);
  const own = new Set(manifests.flatMap(({ name }) => name ?? []));
  for (const [index, manifest] of manifests.entries()) {
    setVersion(manifest, own, version);
    writeJson(files[index] as string, manifest);
  }
  const lockFile = join(root, 'package-lock.json');
  const lock: Manifest & { packages: Record<string, Manifest> } = readJson(lockFile);
  lock.version = version;
  const isOwn = (path: string) => path === '' || /^packages\/[^/]+$/.test(path);
  for (const [path, entry] of Object.entries(lock.packages)) if (isOwn(path)) setVersion(entry, own, version);
  writeJson(lockFile, lock);
  const texts = textFiles(version, date).map(([name, pattern, replacement]) => {
    const path = join(root, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, replacement));
    return path;
  });
  return [...files, lockFile, ...texts];
}
