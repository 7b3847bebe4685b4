import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settings } from '../packages/server/src/core/settings/config.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
const known = Object.entries(settings) as [string, { parse(text: string): unknown }][];

/** The settings that compose.yaml gives to every orgdex container: the `environment` of the block that they share. */
function composeSettings(): [name: string, value: string][] {
  const [shared = ''] = /^x-orgdex:.*\n(?: .*\n)+/m.exec(read('compose.yaml')) ?? [];
  const [environment = ''] = /^ {2}environment:\n(?: {4}.*\n)+/m.exec(shared) ?? [];
  return [...environment.matchAll(/^ {4}(\S+): "?([^"\n]*)"?$/gm)].map(([, name = '', value = '']) => [name, value]);
}

/** The settings that the image sets, in addition to NODE_ENV. */
function imageSettings(): [name: string, value: string][] {
  const [, line = ''] = /^ENV (.*)$/m.exec(read('Dockerfile')) ?? [];
  const pairs = line.split(' ').map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']);
  return pairs.filter(([name]) => name !== 'NODE_ENV');
}

test.for([...composeSettings(), ...imageSettings()])('%s=%s is a known setting with a good value', ([name, value]) => {
  const [, setting] = known.find(([one]) => one === name) ?? [];
  expect(setting?.parse(value)).toBeDefined();
});

test('compose tells the service where all three stores are', () => {
  const names = composeSettings().map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'OPENSEARCH_URL', 'REDIS_URL']));
});

test('only the shared block sets settings of orgdex', () => {
  const services = read('compose.yaml').split(/^services:/m)[1] ?? '';
  for (const [name] of known) expect(services).not.toMatch(new RegExp(`^\\s+(?:- )?${name}[:=]`, 'm'));
});
