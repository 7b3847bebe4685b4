import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** The layers of packages/server/src, bottom first. A file may import its own layer and those below. */
// biome-ignore format: a list of names
const layers = [
  'core', 'knowledge', 'stores', 'pipeline', 'sample-data', 'api', 'app.ts', 'serve.ts', 'cli',
  'main.ts',
];

/** Inside a layer: folders that may not import each other, in the direction given. */
const apart: readonly [folder: string, others: readonly string[]][] = [
  ['core/errors', ['core']],
  ['knowledge/rules', ['knowledge']],
  ['knowledge/profiles', ['knowledge/sources']],
  ['stores/postgres', ['stores']],
  ['stores/opensearch', ['stores']],
  ['stores/redis', ['stores']],
  ['pipeline/identity', ['pipeline']],
  ['pipeline/coverage', ['pipeline']],
  ['pipeline/publish', ['pipeline']],
  ['pipeline/imports', ['pipeline/publish', 'pipeline/privacy', 'pipeline/coverage']],
  ['pipeline/privacy', ['pipeline/publish', 'pipeline/coverage', 'stores/opensearch']],
  ['pipeline/imports', ['stores/opensearch']],
  ['pipeline/identity', ['stores/opensearch']],
  ['pipeline/coverage', ['stores/opensearch']],
  ['sample-data/demo', ['sample-data/sandbox', 'pipeline', 'stores', 'knowledge/profiles', 'knowledge/sources']],
  ['api/companies', ['api/people', 'stores/postgres']],
  ['api/people', ['stores/postgres']],
  ['api/metering', ['api']],
  ['api/http', ['api/companies', 'api/people', 'api/admin', 'stores']],
];

/** Types that may be imported against the rules above: what one store writes for the other, and how sources rank. */
const sharedTypes = ['stores/opensearch/documents.ts', 'knowledge/profiles/precedence.ts'];

/** The npm packages of the server and the folders that may import them; a package that is not listed may be imported nowhere. */
const packages: Readonly<Record<string, readonly string[]>> = {
  '@fastify/static': ['api/console'],
  '@modelcontextprotocol/server': ['api/mcp'],
  '@opensearch-project/opensearch': ['stores/opensearch'],
  '@opentelemetry': ['core/tracing'],
  '@orgdex/contract': layers,
  '@orgdex/sdk': ['api/mcp', 'cli/enrich'],
  '@scalar/fastify-api-reference': ['api/http'],
  'close-with-grace': ['api/http'],
  commander: ['cli'],
  fastify: ['api', 'app.ts', 'core/tracing'],
  hyparquet: ['pipeline/imports'],
  'hyparquet-compressors': ['pipeline/imports'],
  ioredis: ['stores/redis'],
  'libphonenumber-js': ['knowledge/rules'],
  'lru-cache': ['api', 'pipeline', 'stores'],
  pg: ['stores/postgres'],
  'pg-copy-streams': ['stores/postgres'],
  pino: ['api', 'app.ts', 'pipeline/publish', 'serve.ts'],
  'prom-client': ['api'],
  saxes: ['knowledge/sources'],
  stdnum: ['knowledge/rules'],
  tldts: ['knowledge/rules'],
  typebox: ['api', 'pipeline/imports'],
  yauzl: ['pipeline/imports'],
};

/** The knowledge layer does no I/O. */
const pureModules = ['node:crypto', 'node:url'];

/** What the other packages may import, and what runs in a browser. */
const otherPackages: Readonly<Record<string, readonly string[]>> = {
  contract: ['typebox'],
  sdk: [],
  console: ['@orgdex/contract', '@orgdex/sdk', '@base-ui/react', '@tanstack', 'react', 'react-dom'],
  site: ['beautiful-mermaid', 'node:fs', 'node:path', 'node:child_process', 'node:util'],
};

export interface Import {
  /** Relative to the repository. */
  file: string;
  specifier: string;
  typeOnly: boolean;
}

const statement = /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

export const importsIn = (file: string, text: string): Import[] =>
  [...text.matchAll(statement)].map(([, type, specifier, dynamic]) => ({
    file,
    specifier: specifier ?? dynamic ?? '',
    typeOnly: type !== undefined,
  }));

const server = 'packages/server/src/';
const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
const isWithinAny = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => isWithin(path, folder));

const layerOf = (path: string): number => layers.indexOf(path.split('/')[0] as string);

function packageRuleBroken(place: string, specifier: string): boolean {
  if (specifier.startsWith('node:')) return isWithin(place, 'knowledge') && !isWithinAny(specifier, pureModules);
  const rule = Object.entries(packages).find(([name]) => isWithin(specifier, name));
  return !rule || !isWithinAny(place, rule[1]);
}

function folderRuleBroken(place: string, target: string, typeOnly: boolean): boolean {
  if (layerOf(target) === -1 || layerOf(target) > layerOf(place)) return true;
  if (typeOnly && sharedTypes.includes(target)) return false;
  if (place.endsWith('.route.ts') && isWithin(target, 'stores') && target !== 'stores/opensearch/dataset.ts')
    return true;
  return apart.some(
    ([folder, others]) => isWithin(place, folder) && !isWithin(target, folder) && isWithinAny(target, others),
  );
}

function isBroken({ file, specifier, typeOnly }: Import): boolean {
  const target = normalize(join(dirname(file), specifier));
  const isRelative = specifier.startsWith('.');
  if (!file.startsWith(server)) {
    const [, name = ''] = file.split('/');
    return isRelative ? !isWithin(target, `packages/${name}`) : !isWithinAny(specifier, otherPackages[name] ?? []);
  }
  const place = file.slice(server.length);
  if (layerOf(place) === -1) return true;
  if (!isRelative) return packageRuleBroken(place, specifier);
  if (target === 'packages/server/package.json') return false;
  return !target.startsWith(server) || folderRuleBroken(place, target.slice(server.length), typeOnly);
}

/** Why an import is not allowed, or undefined if it is. */
export const violationOf = (found: Import): string | undefined =>
  isBroken(found) ? `${found.file} may not import ${found.specifier}: see scripts/boundaries.ts.` : undefined;

/** The sources of these packages, tests left out. */
const sourcesIn = (root: string, names: readonly string[]): { file: string; text: string }[] =>
  names
    .map((name) => `packages/${name}/src`)
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
        .map(({ parentPath, name }) => {
          const path = join(parentPath, name);
          return { file: relative(root, path), text: readFileSync(path, 'utf8') };
        }),
    );

const query = /\.query(?:<[^(]*>)?\(\s*['"`]/;

/** The files of the server that run SQL outside the folder that knows PostgreSQL. */
export const filesWithSql = (root: string): string[] =>
  sourcesIn(root, ['server'])
    .filter(({ file, text }) => !file.startsWith(`${server}stores/postgres/`) && query.test(text))
    .map(({ file }) => file);

/** Every import of the sources, tests left out. */
export const readImports = (root: string): Import[] =>
  sourcesIn(root, ['contract', 'sdk', 'console', 'site', 'server']).flatMap(({ file, text }) => importsIn(file, text));
