import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOldestNode, installOnce, run } from '../../packages/sdk/test/support/tools.ts';
import type { CheckStep } from './run-steps.ts';

/** What checks the npm package. They bring a second TypeScript, so they are not dependencies of the workspace. */
const tools = ['publint@0.3.25', '@arethetypeswrong/cli@0.18.5'];

const toolsFolder = (): string =>
  installOnce(`npm-tools-${tools.join('-').replaceAll(/[^\w.]+/g, '-')}`, (target) => {
    run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', target, ...tools]);
  });

const tool = (name: string): string => join(toolsFolder(), 'node_modules/.bin', name);

const use = `import { Orgdex, NotFoundError } from '@orgdex/sdk';
const client = new Orgdex({ url: 'http://127.0.0.1:1', maxRetries: 0 });
const error = await client.usage.get().catch((thrown) => thrown);
if (error.code !== 'connection_failed' || error instanceof NotFoundError) throw error;`;

/** Installs the tarball alone, and uses it on the oldest supported Node. */
function installCommands(tarball: string): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-sdk-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: folder });
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  if (installed.join() !== '@orgdex') throw new Error(`The SDK installs more than itself: ${installed.join(', ')}`);
  writeFileSync(join(folder, 'use.mjs'), use);
  return [[findOldestNode().path, join(folder, 'use.mjs')]];
}

export const typescriptPackageSteps = (root: string): CheckStep[] => {
  const packed = join(root, '.orgdex/pack-sdk');
  const tarball = (): string => join(packed, readdirSync(packed).find((name) => name.endsWith('.tgz')) ?? 'none');
  return [
    { name: 'TypeScript: pack', commands: () => [[process.execPath, 'scripts/pack.ts', 'sdk']] },
    { name: 'TypeScript: publint', commands: () => [[tool('publint'), 'run', '--strict', tarball()]] },
    {
      name: 'TypeScript: are the types wrong',
      commands: () => [[tool('attw'), '--profile', 'esm-only', '--no-emoji', tarball()]],
    },
    { name: 'TypeScript: installed, on Node 20', commands: () => installCommands(tarball()) },
  ];
};
