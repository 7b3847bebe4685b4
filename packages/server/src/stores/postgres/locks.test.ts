import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('only one file takes advisory locks, so that no two things share a number by accident', () => {
  const root = join(import.meta.dirname, '../..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const taking = files.filter((file) => /pg_(?:try_)?advisory/.test(readFileSync(join(root, file), 'utf8')));
  expect(taking).toEqual([join('stores', 'postgres', 'locks.ts')]);
});
