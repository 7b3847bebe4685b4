import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settings } from '../packages/server/src/core/settings/config.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const templates = readdirSync(join(root, 'deploy/chart/templates')).map((name) =>
  read(`deploy/chart/templates/${name}`),
);

test('the chart has the version of the server', () => {
  const { version } = JSON.parse(read('packages/server/package.json')) as { version: string };
  const chart = read('deploy/chart/Chart.yaml');
  expect(chart).toContain(`\nversion: ${version}\n`);
  expect(chart).toContain(`\nappVersion: ${version}\n`);
});

test('the alert rules of the chart are the ones in deploy/prometheus', () => {
  expect(readlinkSync(join(root, 'deploy/chart/files/orgdex.rules.yml'))).toBe('../../prometheus/orgdex.rules.yml');
  expect(templates.join('')).toContain('.Files.Get "files/orgdex.rules.yml"');
});

test('every setting of the chart is a setting of orgdex', () => {
  const named = templates.flatMap((text) =>
    [...text.matchAll(/- \{ name: ([A-Z_]+), value/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.map((name) => name.replace(/_FILE$/, '')).filter((name) => !(name in settings))).toEqual([]);
});

test('the schema of the values describes every value', () => {
  const names = [...read('deploy/chart/values.yaml').matchAll(/^(\w+):/gm)].map(([, name = '']) => name);
  const { properties } = JSON.parse(read('deploy/chart/values.schema.json')) as { properties: object };
  expect(
    Object.keys(properties)
      .filter((name) => name !== 'global')
      .sort(),
  ).toEqual(names.sort());
});
