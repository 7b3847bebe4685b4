import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from '../test/support/bundle.ts';

const folder = join(import.meta.dirname, '..');
const maxBytes = 8 * 1024;

test('the SDK is at most 8 kB compressed', async () => {
  expect(gzipSync(await bundle(join(folder, 'src/index.ts'))).length).toBeLessThanOrEqual(maxBytes);
});

test('it has no dependencies and no side effects', () => {
  const { dependencies, peerDependencies, sideEffects } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  expect({ dependencies, peerDependencies, sideEffects }).toEqual({ sideEffects: false });
});
