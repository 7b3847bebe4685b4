// Makes the npm packages, with compiled JavaScript, and a bill of materials in .orgdex/pack: npm run pack
// `node scripts/pack.ts sdk` makes only this one, in .orgdex/pack-sdk.
// Node runs TypeScript in a clone, but not below node_modules.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [only] = process.argv.slice(2);
const target = join(root, only === undefined ? '.orgdex/pack' : `.orgdex/pack-${only}`);

interface Package {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly stores?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The folders below packages/, and what else each package contains. */
const packages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  contract: {},
  sdk: { 'packages/sdk/README.md': 'README.md', 'packages/sdk/CHANGELOG.md': 'CHANGELOG.md' },
  server: { 'packages/server/migrations': 'migrations', 'packages/console/dist': 'console', 'README.md': 'README.md' },
};

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const compiled = (path: string, ending: string): string => path.replace(/\.ts$/, ending);

/** The package.json of a published package: it names compiled files where the one of the workspace names sources. */
function published({ exports, bin, devDependencies: _, ...rest }: Package): object {
  const workspace: Package = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entryOf = (path: string) => ({ types: compiled(path, '.d.ts'), default: compiled(path, '.js') });
  const mapped = <T>(table: Readonly<Record<string, string>>, to: (path: string) => T) =>
    Object.fromEntries(Object.entries(table).map(([name, path]) => [name, to(path)]));
  return {
    ...rest,
    stores: rest.stores ?? workspace.stores,
    ...(exports && { exports: mapped(exports, entryOf) }),
    ...(bin && { bin: mapped(bin, (path) => compiled(path, '.js')) }),
  };
}

/** How to compile all packages, or only one and what it imports. */
function compilerSettings(): string {
  if (only === undefined) return 'tsconfig.pack.json';
  const path = join(target, 'tsconfig.json');
  const settings = {
    extends: '../../tsconfig.pack.json',
    compilerOptions: { rootDir: '../../packages', outDir: 'compiled' },
    include: [`../../packages/${only}/src/**/*.ts`],
    exclude: ['../../**/*.test.ts'],
  };
  writeFileSync(path, JSON.stringify(settings));
  return path;
}

function stage(folder: string): string {
  const to = join(target, folder);
  cpSync(join(target, 'compiled', folder, 'src'), join(to, 'src'), { recursive: true });
  for (const [from, name] of Object.entries({ LICENSE: 'LICENSE', ...packages[folder] }))
    cpSync(join(root, from), join(to, name), { recursive: true });
  const own: Package = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(published(own), null, 2)}\n`);
  return to;
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
if (only === undefined) run(process.execPath, 'scripts/build-console.ts', '--quiet');
run('npx', 'tsc', '--project', compilerSettings());
for (const folder of only === undefined ? Object.keys(packages) : [only]) {
  const staged = stage(folder);
  process.stdout.write(run('npm', 'pack', '--silent', '--pack-destination', target, staged));
}
if (only === undefined) {
  // Not `--omit dev`: the workspace has no development dependencies, and npm would also leave out what those of others share with it.
  const bill = run('npm', 'sbom', '--sbom-format', 'cyclonedx', '--workspace', 'orgdex');
  writeFileSync(join(target, 'orgdex.cdx.json'), bill);
  process.stdout.write('orgdex.cdx.json\n');
}
