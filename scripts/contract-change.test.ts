import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const field = 'zz_probe';
let copy: string;

/** The project with its own packages; everything that was installed is the original's. */
function copyProject(): string {
  const to = mkdtempSync(join(tmpdir(), 'orgdex-contract-'));
  for (const part of [
    'package.json',
    'tsconfig.json',
    'packages',
    'scripts',
    'docs/reference',
    'docs/guides',
    'docs/performance',
    'python/src',
  ]) {
    cpSync(join(root, part), join(to, part), { recursive: true });
  }
  mkdirSync(join(to, 'node_modules/@orgdex'), { recursive: true });
  for (const name of ['contract', 'sdk']) {
    symlinkSync(join(to, 'packages', name), join(to, 'node_modules/@orgdex', name));
  }
  const installed = readdirSync(join(root, 'node_modules')).filter((name) => !/^(\.|@orgdex$|orgdex$)/.test(name));
  for (const name of installed) symlinkSync(join(root, 'node_modules', name), join(to, 'node_modules', name));
  return to;
}

function edit(file: string, text: string, replacement: string): void {
  const path = join(copy, 'packages/contract/src', file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(text, replacement);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}

/** The edits of this test: a field of the profile and of records, its column in own tables, and a filter by it. */
function addField(): void {
  edit('company-profile.ts', 'nextGen: NextGen,', `${field}: NullableString(),\n    $&`);
  edit('company-record.ts', 'tagline: text(', `${field}: text('A probe', 100, ['KSV']),\n    $&`);
  edit('company-headers.ts', 'tagline: [', `${field}: ['zz probe'],\n  $&`);
  edit('search-companies.ts', 'const filterFields = {', `$&\n  ${field}: Values('A probe'),`);
}

interface Ended {
  failed: boolean;
  stdout: string;
  output: string;
}

/** Runs a command to its end, in the copy unless another folder is named. */
const run = (command: string, args: readonly string[], cwd = copy): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(command, args, { cwd }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, stdout, output: stdout + stderr }),
    );
  });
const node = (args: readonly string[], cwd?: string) => run(process.execPath, args, cwd);

const probe = async (cwd?: string): Promise<Record<string, boolean>> =>
  JSON.parse((await node(['packages/server/test/contract/field-probe.ts', field], cwd)).stdout);

const named = (inside: string): string[] =>
  readdirSync(inside).filter((name) => readFileSync(join(inside, name), 'utf8').includes(field));

beforeAll(() => {
  copy = copyProject();
  addField();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }), 60_000);

test('a new field in the contract reaches responses, own tables, demo data and sandbox', async () => {
  const [before, after] = await Promise.all([probe(root), probe()]);
  const parts = ['openapi', 'validation', 'response', 'profile', 'mapping', 'table', 'demo', 'sandbox'];
  expect(before).toEqual(Object.fromEntries(parts.map((part) => [part, false])));
  expect(after).toEqual(Object.fromEntries(parts.map((part) => [part, true])));
});

test('it is part of the type', async () => {
  const compile = (name: string) => {
    const lines = [`import type { Company } from '@orgdex/contract';`, `export type Use = Company['${name}'];`, ''];
    writeFileSync(join(copy, 'use.ts'), lines.join('\n'));
    return run(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '--project', 'tsconfig.use.json']);
  };
  writeFileSync(join(copy, 'tsconfig.use.json'), '{ "extends": "./tsconfig.json", "include": ["use.ts"] }');
  expect((await compile(field)).output).toBe('');
  expect((await compile('ticket')).failed).toBe(true);
});

test('the committed reference is out of date until `npm run docs` writes it again', async () => {
  const check = await node(['scripts/reference.ts', '--check']);
  expect(check.failed).toBe(true);
  const sdks = ['packages/sdk/src/generated/types.ts', 'python/src/orgdex/types.py'];
  for (const name of ['answers.md', 'index-mapping.json', 'openapi.json', ...sdks]) {
    expect(check.output).toContain(name);
  }
  expect(check.output).toContain('npm run docs');
  expect((await node(['scripts/reference.ts'])).failed).toBe(false);
  expect(named(join(copy, 'docs/reference'))).toEqual([
    'answers.md',
    'fields.md',
    'index-mapping.json',
    'openapi.json',
    'own-tables.md',
    'records.md',
  ]);
  for (const name of sdks) expect(readFileSync(join(copy, name), 'utf8')).toContain(field);
});
