import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCycles, type Import, importsIn, readImports, upwardRows, violationOf } from './boundaries.ts';

const imports = readImports(join(import.meta.dirname, '..'));

test('every import of the sources is allowed by the table', () => {
  expect(imports.length).toBeGreaterThan(1000);
  expect(imports.map(violationOf).filter((violation) => violation !== undefined)).toEqual([]);
});

test('a row of the table names only rows above it', () => {
  expect(upwardRows()).toEqual([]);
});

test('no file imports itself through others, types included', () => {
  expect(findCycles(imports)).toEqual([]);
});

const type = (name: string, from: string) => `import type { ${name} } from '${from}';`;
const value = (name: string, from: string) => `import { ${name} } from '${from}';`;

const only = (file: string, text: string): Import => {
  const [first, ...others] = importsIn(`packages/${file}`, text);
  if (!first || others.length > 0) throw new Error(`Expected one import in: ${text}`);
  return first;
};

/** A file, and an import that its folder must not have. */
const refused: [file: string, text: string][] = [
  ['contract/src/wrong.ts', value('createHash', 'node:crypto')],
  ['contract/src/wrong.ts', value('parseAbn', '../../server/src/rules/identifiers/abn.ts')],
  ['sdk/src/wrong.ts', value('createHash', 'node:crypto')],
  ['sdk/src/wrong.ts', value('Type', 'typebox')],
  ['console/src/pages/wrong.tsx', value('parseAbn', '../../../server/src/rules/identifiers/abn.ts')],
  ['console/src/pages/wrong.tsx', value('Type', 'typebox')],
  ['server/src/rules/wrong.ts', value('readFileSync', 'node:fs')],
  ['server/src/rules/titles/wrong.ts', type('Statement', '../../profiles/statements.ts')],
  ['server/src/rules/ip-addresses.ts', value('parseAbn', './identifiers/abn.ts')],
  ['server/src/sources/wrong.ts', type('Pool', '../ledger/pool.ts')],
  ['server/src/sources/tables/wrong.ts', value('sourceClasses', '../../profiles/precedence.ts')],
  ['server/src/synthetic/demo/wrong.ts', value('buildProfile', '../../profiles/profile.ts')],
  ['server/src/capacity/wrong.ts', type('Pool', '../ledger/pool.ts')],
  ['server/src/profiles/wrong.ts', value('mappings', '../engine/mapping.ts')],
  ['server/src/profiles/wrong.ts', type('PersonDocument', '../engine/documents.ts')],
  ['server/src/engine/wrong.ts', type('Pool', '../ledger/pool.ts')],
  ['server/src/engine/wrong.ts', value('Redis', 'ioredis')],
  ['server/src/ledger/wrong.ts', value('openEngine', '../engine/client.ts')],
  ['server/src/ledger/outbox/wrong.ts', value('personDocumentId', '../../engine/documents.ts')],
  ['server/src/ledger/wrong.ts', value('groupRecords', '../identity/group-records.ts')],
  ['server/src/limiter/wrong.ts', value('Pool', 'pg')],
  ['server/src/imports/wrong.ts', value('openEngine', '../engine/client.ts')],
  ['server/src/imports/apply/wrong.ts', value('publishAll', '../../publish/publisher.ts')],
  ['server/src/publish/wrong.ts', value('request', 'node:http')],
  ['server/src/publish/wrong.ts', value('suppress', '../privacy/suppress.ts')],
  ['server/src/identity/matching/wrong.ts', value('importRecords', '../../imports/import-records.ts')],
  ['server/src/identity/wrong.ts', value('openEngine', '../engine/client.ts')],
  ['server/src/coverage/wrong.ts', value('openEngine', '../engine/client.ts')],
  ['server/src/coverage/wrong.ts', value('writeFileSync', 'node:fs')],
  ['server/src/synthetic/sandbox/wrong.ts', type('Pool', '../../ledger/pool.ts')],
  ['server/src/synthetic/sandbox/wrong.ts', value('rebuild', '../../publish/rebuild.ts')],
  ['server/src/companies/wrong.ts', type('Pool', '../ledger/pool.ts')],
  ['server/src/companies/wrong.ts', type('FastifyInstance', 'fastify')],
  ['server/src/people/wrong.ts', value('searchCompanies', '../companies/search/search.ts')],
  ['server/src/people/wrong.route.ts', value('EngineReader', '../engine/engine-reader.ts')],
  ['server/src/access/wrong.ts', type('Pool', 'pg')],
  ['server/src/access/wrong.ts', value('Command', 'commander')],
  ['server/src/access/wrong.ts', value('openMeter', '../metering/meter.ts')],
  ['server/src/metering/wrong.ts', value('findCaller', '../access/keys.ts')],
  ['server/src/metering/wrong.ts', value('Redis', 'ioredis')],
  ['server/src/privacy/wrong.ts', value('openEngine', '../engine/client.ts')],
  ['server/src/http/wrong.ts', value('openLedger', '../ledger/pool.ts')],
  ['server/src/http/wrong.ts', value('lookUpCompany', '../companies/lookup.ts')],
  ['server/src/cli/commands/wrong.ts', value('fastify', 'fastify')],
  ['server/src/cli/wrong.ts', type('Pool', 'pg')],
  ['server/src/settings/wrong.ts', value('openLedger', '../ledger/pool.ts')],
  ['server/src/app.ts', value('buildProgram', './cli/program.ts')],
  ['server/src/main.ts', value('openLedger', './ledger/pool.ts')],
  ['server/src/loose.ts', type('Pool', './ledger/pool.ts')],
  ['server/src/new-folder/wrong.ts', type('Pool', '../ledger/pool.ts')],
  ['server/src/companies/wrong.ts', `const { openLedger } = await import('../ledger/pool.ts');`],
  ['server/src/people/wrong.ts', `import {\n  openLedger,\n  transaction,\n} from '../ledger/pool.ts';`],
];

/** Imports that a table which is too strict would refuse. */
const allowed: [file: string, text: string][] = [
  ['console/src/pages/right.tsx', value('createClient', '@orgdex/sdk')],
  ['server/src/rules/names/right.ts', value('seniorities', '@orgdex/contract')],
  ['server/src/rules/names/right.ts', value('parseAbn', '../identifiers/abn.ts')],
  ['server/src/engine/right.ts', type('Overlay', '../profiles/company-document.ts')],
  ['server/src/ledger/outbox/right.ts', type('GenerationIndices', '../../engine/documents.ts')],
  ['server/src/ledger/right.ts', value('isMatch', '../identity/claims.ts')],
  ['server/src/publish/right.ts', value('openEngine', '../engine/client.ts')],
  ['server/src/access/right.ts', type('Meter', '../metering/meter.ts')],
  ['server/src/people/right.route.ts', value('serve', '../http/serve-endpoint.ts')],
  ['server/src/people/right.route.ts', value('searchPeople', './search.ts')],
];

test.for(refused)('rejected: %s: %s', ([file, text]) => {
  expect(violationOf(only(file, text))).toContain(`packages/${file}`);
});

test.for(allowed)('allowed: %s: %s', ([file, text]) => {
  expect(violationOf(only(file, text))).toBeUndefined();
});

test('a cycle of type imports is found', () => {
  const files = { 'a/one.ts': type('Two', './two.ts'), 'a/two.ts': type('One', './one.ts') };
  expect(findCycles(Object.entries(files).flatMap(([file, text]) => importsIn(file, text)))).toEqual([
    'a/one.ts → a/two.ts → a/one.ts',
  ]);
});
