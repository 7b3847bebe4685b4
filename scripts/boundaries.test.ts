import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const biome = join(root, 'node_modules/.bin/biome');

const type = (name: string, from: string) => `import type { ${name} } from '${from}';`;
const value = (name: string, from: string) => `import { ${name} } from '${from}';`;

/** A file, and an import that its layer must not have. */
const wrong: [file: string, line: string][] = [
  ['contract/src/wrong.ts', value('createHash', 'node:crypto')],
  ['contract/src/wrong.ts', value('parseAbn', '../../server/src/rules/abn.ts')],
  ['server/src/rules/wrong.ts', value('readFileSync', 'node:fs')],
  ['server/src/rules/wrong.ts', type('Said', '../profiles/said.ts')],
  ['server/src/sources/wrong.ts', type('Pool', '../ledger/pool.ts')],
  ['server/src/demo/wrong.ts', value('toProfile', '../profiles/profile.ts')],
  ['server/src/capacity/wrong.ts', type('Pool', '../ledger/pool.ts')],
  ['server/src/profiles/wrong.ts', value('mappings', '../engine/mapping.ts')],
  ['server/src/profiles/wrong.ts', type('PersonDocument', '../engine/documents.ts')],
  ['server/src/engine/wrong.ts', type('Pool', '../ledger/pool.ts')],
  ['server/src/engine/wrong.ts', value('Redis', 'ioredis')],
  ['server/src/ledger/wrong.ts', value('openEngine', '../engine/client.ts')],
  ['server/src/ledger/wrong.ts', value('personDocumentId', '../engine/documents.ts')],
  ['server/src/limiter/wrong.ts', value('Pool', 'pg')],
  ['server/src/ingest/wrong.ts', value('openEngine', '../engine/client.ts')],
  ['server/src/ingest/wrong.ts', value('publishAll', '../publish/publisher.ts')],
  ['server/src/publish/wrong.ts', value('request', 'node:http')],
  ['server/src/publish/wrong.ts', value('suppress', '../privacy/suppress.ts')],
  ['server/src/matching/wrong.ts', value('settle', '../ingest/decide.ts')],
  ['server/src/matching/wrong.ts', value('openEngine', '../engine/client.ts')],
  ['server/src/coverage/wrong.ts', value('openEngine', '../engine/client.ts')],
  ['server/src/coverage/wrong.ts', value('writeFileSync', 'node:fs')],
  ['server/src/sandbox/wrong.ts', type('Pool', '../ledger/pool.ts')],
  ['server/src/sandbox/wrong.ts', value('markDirty', '../ledger/marks.ts')],
  ['server/src/sandbox/wrong.ts', value('rebuild', '../publish/rebuild.ts')],
  ['server/src/companies/wrong.ts', type('Pool', '../ledger/pool.ts')],
  ['server/src/companies/wrong.ts', type('FastifyInstance', 'fastify')],
  ['server/src/people/wrong.ts', value('lookUpCompany', '../companies/lookup.ts')],
  ['server/src/people/wrong.route.ts', value('EngineReader', '../engine/reading.ts')],
  ['server/src/access/wrong.ts', type('Pool', 'pg')],
  ['server/src/access/wrong.ts', value('Command', 'commander')],
  ['server/src/access/wrong.ts', value('openMeter', '../metering/meter.ts')],
  ['server/src/metering/wrong.ts', value('findCaller', '../access/keys.ts')],
  ['server/src/metering/wrong.ts', value('Redis', 'ioredis')],
  ['server/src/privacy/wrong.ts', value('openEngine', '../engine/client.ts')],
  ['server/src/http/wrong.ts', value('openLedger', '../ledger/pool.ts')],
  ['server/src/http/wrong.ts', value('lookUpCompany', '../companies/lookup.ts')],
  ['server/src/commands/wrong.ts', value('fastify', 'fastify')],
  ['server/src/commands/wrong.ts', type('Pool', 'pg')],
  ['server/src/config.ts', value('openLedger', './ledger/pool.ts')],
  ['server/src/app.ts', value('buildProgram', './commands/program.ts')],
  ['server/src/main.ts', value('openLedger', './ledger/pool.ts')],
  ['server/src/new-folder/wrong.ts', type('Pool', '../ledger/pool.ts')],
];

/** Imports that a guard which is too strict would refuse. */
const right: [file: string, line: string][] = [
  ['server/src/rules/right.ts', value('seniorities', '@orgdex/contract')],
  ['server/src/engine/right.ts', type('Overlay', '../profiles/company-document.ts')],
  ['server/src/ledger/right.ts', type('GenerationIndices', '../engine/documents.ts')],
  ['server/src/publish/right.ts', value('openEngine', '../engine/client.ts')],
  ['server/src/sandbox/right.ts', value('publishedSchemes', '../ledger/marks.ts')],
  ['server/src/access/right.ts', type('Meter', '../metering/meter.ts')],
  ['server/src/people/right.route.ts', value('serve', '../http/serve.ts')],
  ['server/src/people/right.test.ts', value('openLedger', '../ledger/pool.ts')],
];

interface Report {
  diagnostics: { location: { path: string; start: { line: number } } }[];
}

/** Lays the imports out as files, asks Biome once with our configuration, and gives the `file: line` it refuses. */
function refusedOf(cases: [file: string, line: string][]): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-boundaries-'));
  const files = Map.groupBy(cases, ([file]) => file);
  copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'));
  for (const [file, lines] of files) {
    mkdirSync(dirname(join(folder, 'packages', file)), { recursive: true });
    writeFileSync(join(folder, 'packages', file), lines.map(([, line]) => `${line}\n`).join(''));
  }
  const options = [
    '--vcs-enabled=false',
    '--only=style/noRestrictedImports',
    '--reporter=json',
    '--max-diagnostics=none',
  ];
  const { stdout } = spawnSync(biome, ['lint', ...options, 'packages'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const refused = (JSON.parse(stdout) as Report).diagnostics.map(({ location }) => {
    const file = location.path.replace(/^packages\//, '');
    return nameOf([file, files.get(file)?.[location.start.line - 1]?.[1] ?? '']);
  });
  return new Set(refused);
}

const nameOf = ([file, line]: [file: string, line: string]): string => `${file}: ${line}`;
const refused = refusedOf([...wrong, ...right]);

test.for(wrong.map(nameOf))('refused: %s', (name) => {
  expect(refused).toContain(name);
});
test.for(right.map(nameOf))('allowed: %s', (name) => {
  expect(refused).not.toContain(name);
});
