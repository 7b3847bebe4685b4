import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

export const root = join(import.meta.dirname, '../../../..');
/** What is installed for the checks of the SDKs, apart from the dependencies of the workspace. */
const folder = join(root, '.orgdex/sdk-tools');

/** The oldest supported Node, as a package. */
const oldestNode = '20.20.2';
const httpx = '0.28.1';
export interface Program {
  readonly version: string;
  readonly path: string;
}

/** Installs something once. The name contains the version, so that another version is another folder. */
export function installOnce(name: string, install: (target: string) => void): string {
  const target = join(folder, name);
  if (!existsSync(join(target, '.complete'))) {
    mkdirSync(target, { recursive: true });
    install(target);
    writeFileSync(join(target, '.complete'), '');
  }
  return target;
}

export const run = (
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) => execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });

function versionOf(path: string): string | undefined {
  try {
    const code = 'import sys; print("%d.%d" % sys.version_info[:2] if sys.version_info >= (3, 9) else "")';
    return run(path, ['-c', code]).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Where Python may be: on the path, or installed by pyenv. */
function candidates(): string[] {
  const names = ['python3', ...[9, 10, 11, 12, 13, 14].map((minor) => `python3.${minor}`)];
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((place) => names.map((name) => join(place, name)));
  const versions = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions');
  const installed = existsSync(versions) ? readdirSync(versions).filter((name) => name.startsWith('3.')) : [];
  // The programs of pyenv on the path only choose one of these.
  const real = onPath.filter((path) => !path.includes('/shims/'));
  return [...real, ...installed.map((name) => join(versions, name, 'bin/python3'))].filter((path) => existsSync(path));
}

/** The supported Pythons of this machine, one of each minor version, oldest first. */
export function findPythons(): Program[] {
  const found = new Map<string, string>();
  for (const path of candidates()) {
    const version = versionOf(path);
    if (version !== undefined && !found.has(version)) found.set(version, path);
  }
  if (found.size === 0) throw new Error(`No Python 3.9 or newer was found. Install python3.`);
  const minor = (version: string) => Number(version.split('.')[1]);
  return [...found].map(([version, path]) => ({ version, path })).sort((a, b) => minor(a.version) - minor(b.version));
}

/** The environment in which Python finds this SDK, and httpx for the asynchronous client. */
export function pythonEnvironment(): NodeJS.ProcessEnv {
  // What the oldest one needs, the newer ones accept.
  const [oldest] = findPythons();
  const folderOfHttpx = installOnce(`httpx-${httpx}-for-${oldest?.version}`, (target) => {
    const quiet = ['--quiet', '--disable-pip-version-check', '--only-binary=:all:'];
    // Python itself may have no pip.
    run(oldest?.path ?? '', ['-m', 'venv', join(target, 'venv')]);
    const pip = join(target, 'venv/bin/pip');
    run(pip, ['install', ...quiet, '--target', join(target, 'packages'), `httpx==${httpx}`]);
  });
  const packages = join(folderOfHttpx, 'packages');
  return {
    ...process.env,
    PYTHONPATH: [join(root, 'python/src'), packages].join(delimiter),
    PYTHONDONTWRITEBYTECODE: '1',
  };
}

/** The oldest supported Node. */
export function findOldestNode(): Program {
  const name = `node-${process.platform}-${process.arch}`;
  const target = installOnce(`node-${oldestNode}`, (place) => {
    run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', place, `${name}@${oldestNode}`]);
    symlinkSync(join('node_modules', name, 'bin/node'), join(place, 'node'));
  });
  return { version: oldestNode, path: join(target, 'node') };
}

/** The Nodes to try in addition to the one of this workspace: the oldest, and the next where CI has installed it. */
export const findNodes = (): Program[] => [
  findOldestNode(),
  ...(process.env.NEXT_NODE ? [{ version: 'next', path: process.env.NEXT_NODE }] : []),
];
