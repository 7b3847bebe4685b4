import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** What the files of a folder may import in addition to their own folder. */
interface Boundary {
  /** A folder or a file below packages/server/src; `*.route.ts` stands for every route; `contract` and those that start with `packages/` are packages. */
  folder: string;
  /** Folders and files that stand above this row. */
  imports?: readonly string[];
  /** Folders and files of which only types may be imported. */
  types?: readonly string[];
  /** Packages and Node modules, by their first part. */
  packages?: readonly string[];
}

const contract = '@orgdex/contract';
const files = ['node:fs', 'node:path'];

/** A row may only name rows above it, so folders form no cycle. The longest row that fits a file decides. */
export const boundaries: readonly Boundary[] = [
  { folder: 'contract', packages: ['typebox'] },
  { folder: 'packages/sdk' },
  {
    folder: 'packages/console',
    packages: [contract, '@orgdex/sdk', '@base-ui/react', '@tanstack', 'react', 'react-dom'],
  },
  { folder: 'packages/site', packages: [...files, 'node:child_process', 'node:util'] },
  { folder: 'errors', packages: [contract] },
  { folder: 'async' },
  { folder: 'output' },
  { folder: 'rules/ip-addresses.ts', packages: ['node:net'] },
  {
    folder: 'rules',
    imports: ['output'],
    packages: [contract, 'libphonenumber-js', 'node:crypto', 'node:url', 'stdnum', 'tldts'],
  },
  { folder: 'settings', imports: ['errors', 'rules'], packages: [...files, 'node:crypto', 'node:os'] },
  { folder: 'capacity', imports: ['errors', 'output', 'settings/config.ts'] },
  { folder: 'profiles', imports: ['rules'], packages: [contract, 'node:crypto'] },
  {
    folder: 'sources',
    imports: ['output', 'rules'],
    types: ['profiles/precedence.ts'],
    packages: [contract, 'node:crypto', 'saxes'],
  },
  { folder: 'identity/claims.ts', imports: ['rules'] },
  {
    folder: 'engine',
    imports: ['async', 'errors', 'rules'],
    types: ['profiles'],
    packages: [
      '@opensearch-project/opensearch',
      contract,
      'lru-cache',
      'node:crypto',
      'node:http',
      'node:https',
      'node:timers',
      'node:url',
    ],
  },
  {
    folder: 'ledger',
    imports: ['async', 'errors', 'identity/claims.ts', 'rules'],
    types: ['engine/documents.ts', 'profiles'],
    packages: [contract, 'node:events', 'node:fs', 'node:timers', 'pg', 'pg-copy-streams'],
  },
  {
    folder: 'limiter',
    imports: ['async', 'errors', 'rules'],
    packages: ['ioredis', 'lru-cache', 'node:crypto'],
  },
  {
    folder: 'identity',
    imports: ['errors', 'ledger', 'output', 'rules', 'settings/secret.ts'],
    types: ['profiles/precedence.ts'],
    packages: [contract, 'node:crypto', 'node:os', 'node:path', 'node:worker_threads'],
  },
  {
    folder: 'imports',
    imports: ['errors', 'identity', 'ledger', 'output', 'profiles', 'rules', 'settings', 'sources'],
    packages: [
      ...[
        ...files,
        contract,
        'hyparquet',
        'hyparquet-compressors',
        'node:crypto',
        'node:events',
        'node:module',
        'node:os',
        'node:stream',
      ],
      ...['node:v8', 'node:worker_threads', 'node:zlib', 'typebox', 'yauzl'],
    ],
  },
  {
    folder: 'publish',
    imports: ['engine', 'errors', 'identity/claims.ts', 'ledger', 'output', 'profiles', 'rules'],
    packages: [
      ...[contract, 'lru-cache', 'node:crypto', 'node:os', 'node:path', 'node:timers'],
      ...['node:v8', 'node:worker_threads', 'pino'],
    ],
  },
  {
    folder: 'enrich',
    imports: ['errors', 'imports/input', 'output', 'rules', 'sources'],
    packages: [contract, '@orgdex/sdk', 'node:crypto', 'node:fs', 'node:timers'],
  },
  {
    folder: 'coverage',
    imports: ['ledger', 'output', 'profiles', 'rules'],
    packages: [contract, 'node:path', 'node:worker_threads'],
  },
  {
    folder: 'companies',
    imports: ['engine', 'errors', 'identity/scoring', 'profiles', 'rules', 'sources'],
    packages: [contract],
  },
  {
    folder: 'people',
    imports: ['companies/lookup.ts', 'engine', 'errors', 'rules'],
    packages: [contract, 'lru-cache'],
  },
  {
    folder: 'metering',
    imports: ['errors', 'ledger'],
    packages: [...files, 'node:crypto', 'node:timers', 'node:util'],
  },
  { folder: 'metering/spool-socket.ts', packages: ['node:fs', 'node:net'] },
  {
    folder: 'access',
    imports: ['async', 'errors', 'ledger', 'limiter', 'output', 'rules'],
    types: ['metering/meter.ts'],
    packages: [contract, 'lru-cache', 'node:crypto', 'node:zlib'],
  },
  {
    folder: 'privacy',
    imports: [
      'errors',
      'identity/described/described-company.ts',
      'imports/input',
      'ledger',
      'output',
      'rules',
      'settings/secret.ts',
      'sources',
    ],
    packages: [...files, contract, 'node:crypto', 'node:readline', 'node:stream', 'node:timers'],
  },
  { folder: 'synthetic/demo', imports: ['rules'], packages: [contract] },
  {
    folder: 'synthetic/registers',
    imports: ['rules', 'sources', 'synthetic/demo'],
    packages: [...files, contract, 'node:stream', 'node:zlib', 'yazl'],
  },
  {
    folder: 'synthetic/truth',
    imports: ['sources', 'synthetic/demo', 'synthetic/registers'],
    packages: [...files, 'node:stream'],
  },
  {
    folder: 'synthetic/directory',
    imports: ['synthetic/demo', 'synthetic/registers'],
    packages: [contract, ...files],
  },
  {
    folder: 'synthetic/sandbox',
    imports: [
      'engine',
      'errors',
      'identity',
      'imports/stage/company-row.ts',
      'profiles',
      'publish/to-documents.ts',
      'rules',
    ],
    packages: [contract, 'node:crypto', 'node:timers'],
  },
  {
    folder: 'tracing',
    imports: ['async'],
    packages: ['@opentelemetry', 'fastify', 'node:async_hooks'],
  },
  {
    folder: 'http',
    imports: ['access', 'async', 'errors', 'output', 'rules', 'tracing/request-spans.ts'],
    packages: [
      ...[
        contract,
        '@fastify',
        '@scalar/fastify-api-reference',
        'close-with-grace',
        'fastify',
        'node:crypto',
        'node:fs',
        'node:http',
      ],
      ...['node:net', 'pino', 'prom-client', 'typebox'],
    ],
  },
  {
    folder: 'console',
    imports: ['access', 'errors', 'http', 'ledger'],
    packages: [...files, contract, '@fastify/static', 'fastify'],
  },
  {
    folder: 'mcp',
    imports: ['access', 'errors', 'http'],
    types: ['ledger/access/caller.ts'],
    packages: [contract, '@modelcontextprotocol', '@orgdex/sdk', 'fastify', 'node:crypto', 'node:events', 'typebox'],
  },
  {
    folder: 'reconcile',
    imports: ['access', 'companies', 'engine', 'enrich/fields.ts', 'errors', 'http', 'output', 'rules'],
    types: ['ledger/access/caller.ts'],
    packages: [contract, 'fastify', 'node:crypto'],
  },
  {
    folder: '*.route.ts',
    imports: ['engine/dataset.ts', 'http/admin-endpoint.ts', 'http/serve-endpoint.ts'],
    packages: [contract, 'fastify'],
  },
  {
    folder: 'admin',
    imports: [
      ...[
        'access',
        'async',
        'coverage',
        'engine',
        'errors',
        'http',
        'identity',
        'imports',
        'ledger',
        'limiter',
        'metering/periodic-task.ts',
        'output',
      ],
      ...['privacy', 'profiles', 'publish', 'rules', 'settings', 'sources'],
    ],
    packages: [contract, 'fastify', 'node:crypto', 'node:timers', 'pino'],
  },
  {
    folder: 'workers',
    imports: ['errors', 'http', 'settings/config.ts'],
    packages: [contract, 'fastify', 'node:cluster', 'node:timers', 'pino', 'prom-client'],
  },
  {
    folder: 'app.ts',
    imports: [
      ...[
        'access',
        'admin',
        'async',
        'companies',
        'console',
        'coverage',
        'engine',
        'errors',
        'http',
        'ledger',
        'limiter',
        'mcp',
        'metering',
        'people',
        'privacy',
      ],
      ...['publish', 'reconcile', 'rules', 'settings', 'synthetic/sandbox', 'tracing/request-spans.ts', 'workers'],
    ],
    packages: [contract, 'fastify', 'node:crypto', 'node:path', 'pino'],
  },
  {
    folder: 'serve.ts',
    imports: [
      'app.ts',
      'console/built-console.ts',
      'engine',
      'http',
      'ledger',
      'privacy',
      'publish',
      'settings',
      'synthetic/sandbox',
      'tracing',
      'workers',
    ],
    packages: [contract, 'node:timers', 'pino'],
  },
  {
    folder: 'cli',
    imports: [
      ...[
        'access',
        'admin',
        'capacity',
        'console/built-console.ts',
        'coverage',
        'engine',
        'enrich',
        'errors',
        'http',
        'identity',
        'imports',
        'ledger',
        'limiter',
        'mcp',
      ],
      ...['output', 'privacy', 'profiles', 'publish', 'rules', 'serve.ts', 'settings', 'sources', 'synthetic/demo'],
      ...['synthetic/registers', 'synthetic/truth', 'workers'],
    ],
    packages: [
      ...files,
      contract,
      'commander',
      'node:child_process',
      'node:cluster',
      'node:events',
      'node:os',
      'node:util',
      'node:v8',
    ],
  },
  { folder: 'main.ts', imports: ['cli'], packages: ['node:module', 'node:path'] },
];

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
const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`) || (folder === '*.route.ts' && path.endsWith('.route.ts'));

/** A path as the table names it. */
const placeOf = (path: string): string =>
  path.startsWith(server) ? path.slice(server.length) : path.replace(/^packages\/contract\/src\//, 'contract/');

function boundaryOf(place: string): Boundary | undefined {
  const fitting = boundaries.filter(({ folder }) => isWithin(place, folder));
  return fitting.toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

const targetOf = ({ file, specifier }: Import): string => normalize(join(dirname(file), specifier));

/** Why an import is not allowed, or undefined if it is. */
export function violationOf(found: Import): string | undefined {
  const { file, specifier, typeOnly } = found;
  const place = placeOf(file);
  const boundary = boundaryOf(place);
  if (!boundary) return `${file} is in a folder that scripts/boundaries.ts does not list.`;
  const refusal = `${file} may not import ${specifier}: see "${boundary.folder}" in scripts/boundaries.ts.`;
  if (!specifier.startsWith('.')) {
    return boundary.packages?.some((name) => isWithin(specifier, name)) ? undefined : refusal;
  }
  const target = placeOf(targetOf(found));
  if (target === 'packages/server/package.json') return undefined;
  const own = boundary.folder.endsWith('.ts') ? dirname(place) : boundary.folder;
  const allowed = [own, ...(boundary.imports ?? []), ...(typeOnly ? (boundary.types ?? []) : [])];
  const isOwnFile = boundary.folder.endsWith('.ts') && boundary.folder !== '*.route.ts';
  return allowed.some((folder) => (folder !== own || !isOwnFile) && isWithin(target, folder)) ? undefined : refusal;
}

/** Rows that name a row below them. */
export function upwardRows(): string[] {
  const placeInTable = (name: string) => boundaries.findIndex(({ folder }) => isWithin(name, folder));
  return boundaries.flatMap(({ folder, imports = [], types = [] }, row) =>
    [...imports, ...types].filter((name) => placeInTable(name) > row).map((name) => `${folder} → ${name}`),
  );
}

/** Every import of the sources, tests left out. */
export function readImports(root: string): Import[] {
  return ['contract', 'sdk', 'console', 'site', 'server']
    .map((name) => `packages/${name}/src`)
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
        .flatMap(({ parentPath, name }) => {
          const path = join(parentPath, name);
          return importsIn(relative(root, path), readFileSync(path, 'utf8'));
        }),
    );
}

/** The files of each import cycle, type imports included. */
export function findCycles(imports: readonly Import[]): string[] {
  const relativeOnes = imports.filter(({ specifier }) => specifier.startsWith('.'));
  const targets = Map.groupBy(relativeOnes, ({ file }) => file);
  const finished = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    if (finished.has(file)) return;
    for (const found of targets.get(file) ?? []) visit(targetOf(found), [...path, file]);
    finished.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return cycles;
}
