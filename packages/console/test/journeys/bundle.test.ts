import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildConsole } from '../support/console-page.ts';

const dist = join(import.meta.dirname, '../../dist');
const read = (path: string): string => readFileSync(join(dist, path), 'utf8');

beforeAll(buildConsole);

/** What a browser loads before it knows which page to show. */
const maxEntryBytes = 150_000;

test('the first scripts are at most 150 kB compressed', () => {
  const scripts = [...read('index.html').matchAll(/(?:src|href)="\/console\/(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => path ?? '',
  );
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = scripts.reduce((sum, path) => sum + gzipSync(read(path)).length, 0);
  expect(bytes).toBeLessThan(maxEntryBytes);
});

test('the page has no inline script or style', () => {
  expect(read('index.html')).not.toMatch(/<style|style=|<script(?![^>]* src=)/);
});

test('the schemas of the contract are not in the files', () => {
  const files = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  for (const name of files)
    expect({ name, hasSchemas: read(`assets/${name}`).includes('additionalProperties') }).toEqual({
      name,
      hasSchemas: false,
    });
});
