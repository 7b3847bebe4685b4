import { expect, test } from 'vitest';
import { codeBlocksOf, hasFields, isUsed, missingLines, readersOf } from './code-blocks.ts';

const page = [
  'Start it:',
  '',
  '1. Here:',
  '',
  '   ```sh run background',
  '   npx orgdex serve',
  '   ```',
  '',
  '```ts title="sync.ts"',
  "const fence = '```';",
  '```',
  '```sh',
  'never',
  '```',
].join('\n');

test('blocks are found with their words, files and lines, also in lists', () => {
  expect(codeBlocksOf(page)).toEqual([
    { line: 5, language: 'sh', words: ['run', 'background'], text: 'npx orgdex serve\n' },
    { line: 9, language: 'ts', words: [], title: 'sync.ts', text: "const fence = '```';\n" },
    { line: 12, language: 'sh', words: [], text: 'never\n' },
  ]);
  expect(codeBlocksOf(page).map(isUsed)).toEqual([true, true, false]);
});

test('a page with tabs has a reader for each, who skips the others', () => {
  const blocks = codeBlocksOf(
    '```ts tab="TypeScript" run\n1\n```\n```python run tab="Python"\n2\n```\n```text output\n3\n```\n',
  );
  expect(readersOf(blocks).map(({ tab, blocks: used }) => [tab, used.map(({ text }) => text.trim())])).toEqual([
    ['TypeScript', ['1', '3']],
    ['Python', ['2', '3']],
  ]);
  expect(readersOf(blocks.slice(2))).toEqual([{ blocks: blocks.slice(2) }]);
});

test('an output is compared without ids, times and spacing', () => {
  const expected = 'acme  starter  2026-11-15 09:03\n[…]\nkey_bGJyK6glAdvU for …, with all';
  expect(missingLines(expected, 'acme starter 2027-01-02 10:00\nmore\nkey_XXXXXXXXXXXX for "acme", with all')).toEqual(
    [],
  );
  expect(missingLines(expected, 'acme starter 2027-01-02 10:00\nkey_XXXXXXXXXXXX for "acme", with some')).toEqual([
    '<key id> for …, with all',
  ]);
});

test('lines in another order are missing', () => {
  expect(missingLines('a\nb', 'b\na')).toEqual(['b']);
});

test('JSON is compared by the fields and items that a document shows', () => {
  const shown = '{"total": 2, "companies": [{"id": "c1", "…": "…"}, "…"], "etag": "a …"}';
  expect(
    hasFields(shown, '{"etag":"a b","companies":[{"id":"c1","name":"x"},{"id":"c2"}],"total":2,"more":null}'),
  ).toBe(true);
  expect(hasFields(shown, '{"etag":"a b","companies":[{"id":"c2"},{"id":"c1"}],"total":2}')).toBe(false);
  expect(hasFields('{"total": null}', '{}')).toBe(false);
});
