import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../../testing/src/processes/free-port.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';

const root = join(import.meta.dirname, '../../../..');
let installation: Installation;
let folder: string;

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/pack.ts'], { cwd: root, stdio: 'pipe' });
  folder = mkdtempSync(join(tmpdir(), 'orgdex-package-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const packed = join(root, '.orgdex/pack');
  const files = readdirSync(packed).filter((name) => name.endsWith('.tgz'));
  expect(files).toHaveLength(3);
  const paths = files.map((name) => join(packed, name));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...paths], { cwd: folder, stdio: 'pipe' });
  installation = await openInstallation();
});
afterAll(async () => {
  await installation?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The Node of this workspace, and the next one where CI has installed it. */
const nodes = [process.execPath, ...(process.env.NEXT_NODE ? [process.env.NEXT_NODE] : [])];

test.each(nodes)('installed from tarballs, `orgdex demo --serve` responds (%s)', async (node) => {
  const [port, metrics] = [await freePort(), await freePort()];
  const main = join(folder, 'node_modules/orgdex/src/main.js');
  const child = spawn(node, [main, 'demo', '--serve', '--companies', '20', '--people', '40'], {
    cwd: folder,
    env: { ...installation.env, PORT: String(port), METRICS_PORT: String(metrics) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
  try {
    const base = `http://127.0.0.1:${port}`;
    await vi.waitFor(async () => expect((await fetch(`${base}/readyz`)).status, text).toBe(200), { timeout: 60_000 });
    const key = /orgdex_live_\w+/.exec(text)?.[0];
    const page = await fetch(`${base}/console/`);
    expect(await page.text()).toContain('<title>orgdex</title>');
    const script = `
      import { Orgdex } from '@orgdex/sdk';
      const client = new Orgdex({ url: '${base}', key: '${key}' });
      console.log((await client.companies.search({ size: 1 }).first()).name);`;
    const found = execFileSync(node, ['--input-type=module', '--eval', script], { cwd: folder, encoding: 'utf8' });
    expect(found.trim()).not.toBe('');
  } finally {
    child.kill('SIGTERM');
    await once(child, 'close');
  }
});

test('installed from tarballs, a rebuild runs in threads', () => {
  const main = join(folder, 'node_modules/orgdex/src/main.js');
  const args = [main, 'rebuild', '--lanes', '2', '--json'];
  const out = execFileSync(process.execPath, args, { cwd: folder, env: installation.env, encoding: 'utf8' });
  expect(JSON.parse(out).written).toBeGreaterThan(20);
});

test('the packages contain no sources, tests or development dependencies', () => {
  const installed = readdirSync(join(folder, 'node_modules/orgdex'), { recursive: true, encoding: 'utf8' });
  expect(installed.filter((name) => /\.test\.|(?<!\.d)\.ts$/.test(name))).toEqual([]);
  expect(readdirSync(join(folder, 'node_modules'))).not.toContain('vitest');
});

test('the bill of materials lists what is installed', () => {
  const { bomFormat, components } = JSON.parse(readFileSync(join(root, '.orgdex/pack/orgdex.cdx.json'), 'utf8'));
  const names = components.map(({ group, name }: { group?: string; name: string }) =>
    group ? `${group}/${name}` : name,
  );
  expect(bomFormat).toBe('CycloneDX');
  const modules = join(folder, 'node_modules');
  const installed = readdirSync(modules)
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name],
    )
    .filter((name) => !name.startsWith('.') && name !== 'orgdex' && !name.startsWith('@orgdex/'));
  expect(installed.filter((name) => !names.includes(name))).toEqual([]);
  expect(installed.length).toBeGreaterThan(100);
  expect(names).not.toContain('vitest');
});
