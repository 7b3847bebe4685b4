import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Source files of every package, tests included. */
const files = readdirSync(join(root, 'packages'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
  .map(({ parentPath, name }) => relative(root, join(parentPath, name)));

const isTest = (file: string): boolean => file.endsWith('.test.ts');
const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));

test('no folder has more than 32 source files', () => {
  const folders = Map.groupBy(
    files.filter((file) => !isTest(file)),
    folderOf,
  );
  expect(folders.size).toBeGreaterThan(50);
  expect([...folders].filter(([, inside]) => inside.length > 32).map(([folder]) => folder)).toEqual([]);
});

test('no line of a source is longer than 160 characters', () => {
  const long = files
    .filter((file) => file.includes('/src/'))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => ([...line].length > 160 ? [`${file}:${index + 1}`] : [])),
    );
  expect(long).toEqual([]);
});
