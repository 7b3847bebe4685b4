import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesWithSql, type Import, importsIn, readImports, violationOf } from './boundaries.ts';

test('every import of the sources is allowed', () => {
  const imports = readImports(join(import.meta.dirname, '..'));
  expect(imports.length).toBeGreaterThan(1000);
  expect(imports.map(violationOf).filter((violation) => violation !== undefined)).toEqual([]);
});

test('only stores/postgres runs SQL', () => {
  expect(filesWithSql(join(import.meta.dirname, '..'))).toEqual([]);
});

const type = (name: string, from: string) => `import type { ${name} } from '${from}';`;
const value = (name: string, from: string) => `import { ${name} } from '${from}';`;

const only = (file: string, text: string): Import => {
  const [first, ...others] = importsIn(`packages/${file}`, text);
  if (!first || others.length > 0) throw new Error(`Expected one import in: ${text}`);
  return first;
};

/** A file, and an import that its folder must not have. */
const rejected: [file: string, text: string][] = [
  ['contract/src/wrong.ts', value('createHash', 'node:crypto')],
  ['contract/src/wrong.ts', value('parseAbn', '../../server/src/knowledge/rules/identifiers/register-numbers.ts')],
  ['sdk/src/wrong.ts', value('Type', 'typebox')],
  [
    'console/src/pages/wrong.tsx',
    value('parseAbn', '../../../server/src/knowledge/rules/identifiers/register-numbers.ts'),
  ],
  ['console/src/pages/wrong.tsx', value('Type', 'typebox')],
  // Upwards.
  ['server/src/core/settings/wrong.ts', type('Pool', '../../stores/postgres/pool.ts')],
  ['server/src/knowledge/sources/wrong.ts', type('Pool', '../../stores/postgres/pool.ts')],
  ['server/src/stores/postgres/wrong.ts', value('groupRecords', '../../pipeline/identity/same-company.ts')],
  ['server/src/pipeline/imports/wrong.ts', type('Caller', '../../api/access/keys.ts')],
  ['server/src/app.ts', value('buildProgram', './cli/program.ts')],
  ['server/src/loose.ts', type('Pool', './stores/postgres/pool.ts')],
  ['server/src/new-folder/wrong.ts', type('Failure', '../core/errors/failure.ts')],
  // Inside a layer.
  ['server/src/knowledge/rules/titles/wrong.ts', type('Statement', '../../profiles/statements.ts')],
  ['server/src/knowledge/profiles/wrong.ts', value('defineSource', '../sources/define-source.ts')],
  ['server/src/stores/opensearch/wrong.ts', type('Pool', '../postgres/pool.ts')],
  ['server/src/stores/postgres/wrong.ts', value('mapping', '../opensearch/documents.ts')],
  ['server/src/pipeline/imports/apply/wrong.ts', value('publishAll', '../../publish/publisher.ts')],
  ['server/src/api/companies/wrong.ts', type('Pool', '../../stores/postgres/pool.ts')],
  ['server/src/api/people/wrong.route.ts', value('IndexReader', '../../stores/opensearch/index-reader.ts')],
  ['server/src/api/metering/wrong.ts', value('findCaller', '../access/keys.ts')],
  // Packages.
  ['server/src/knowledge/rules/wrong.ts', value('readFileSync', 'node:fs')],
  ['server/src/stores/opensearch/wrong.ts', value('Redis', 'ioredis')],
  ['server/src/api/access/wrong.ts', type('Pool', 'pg')],
  ['server/src/cli/commands/wrong.ts', value('fastify', 'fastify')],
  ['server/src/cli/wrong.ts', value('anything', 'a-new-package')],
  // In each form of an import.
  ['server/src/api/companies/wrong.ts', `const { openPool } = await import('../../stores/postgres/pool.ts');`],
  ['server/src/api/people/wrong.ts', `import {\n  openPool,\n  transaction,\n} from '../../stores/postgres/pool.ts';`],
];

/** Imports that rules which are too strict would reject. */
const allowed: [file: string, text: string][] = [
  ['console/src/pages/right.tsx', value('createClient', '@orgdex/sdk')],
  ['server/src/knowledge/rules/names/right.ts', value('parseAbn', '../identifiers/abn.ts')],
  ['server/src/stores/opensearch/right.ts', type('Overlay', '../../knowledge/profiles/company-document.ts')],
  ['server/src/stores/postgres/right.ts', type('GenerationIndices', '../opensearch/documents.ts')],
  ['server/src/knowledge/sources/right.ts', type('SourceClass', '../profiles/precedence.ts')],
  ['server/src/api/people/right.route.ts', value('serve', '../http/serve-endpoint.ts')],
];

test.for(rejected)('rejected: %s: %s', ([file, text]) => {
  expect(violationOf(only(file, text))).toContain(`packages/${file}`);
});

test.for(allowed)('allowed: %s: %s', ([file, text]) => {
  expect(violationOf(only(file, text))).toBeUndefined();
});
