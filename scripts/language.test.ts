import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problems } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { findWords, findWordsInCode, findWordsInPaths } from './language.ts';

const root = join(import.meta.dirname, '..');
const readText = (file: string): string => readFileSync(join(root, file), 'utf8');

const filesOf = (...places: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...places], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));

/** What is derived from the contract has its words. The list of words has them all. */
const isChecked = (file: string): boolean => /\.(?:tsx?|py)$/.test(file) && !/generated|scripts\/language/.test(file);
const sources = filesOf(':(glob)packages/*/src/**', 'python/src', 'scripts').filter(isChecked);

describe('plain English', () => {
  // The help of every command is in docs/reference/cli.md, which is generated from it.
  test.each(filesOf('*.md'))('%s', (page) => {
    expect(findWords(readText(page))).toEqual([]);
  });

  test.each(Object.entries(problems))('the problem %s', (_, problem) => {
    expect(findWords(JSON.stringify(problem))).toEqual([]);
  });

  test.each(['console', 'contract', 'sdk', 'server', 'site', 'bench', 'python', 'scripts'])('code of %s', (part) => {
    const files = sources.filter((file) => file.split('/').slice(0, 2).includes(part));
    expect(files.length).toBeGreaterThan(3);
    const found = files.flatMap((file) => findWordsInCode(file, readText(file)).map((word) => `${file}: ${word}`));
    expect([...findWordsInPaths(files), ...found]).toEqual([]);
  });
});

test('a word of the list is found with its line, and what to use', () => {
  expect(findWords('One line.\nNobody mended it.')).toEqual([
    'line 2: "mended": use fix',
    'line 2: "Nobody": use the actor: the server, the operator, the customer',
  ]);
  expect(findWords('Normalise it.\nThe colour and the licence.')).toHaveLength(2);
});

test('code, commands and proper names are left alone', () => {
  expect(findWords('Run `orgdex mend`.\n```sh\norgdex whoever\n```\nOpen Government Licence, [x](nobody.md)')).toEqual(
    [],
  );
});

test('comments, messages, titles and names of code are checked, and nothing else', () => {
  const source = [
    "import { judge } from './judge.ts';",
    '/** It goes on. `goes on` */',
    "const sql = `SELECT told FROM ledger. `, told = 'told', message = 'Run \\`mend\\` anew.';",
    "test('a page is refused', () => /ledger's/.test(ledger_unavailable));",
  ].join('\n');
  expect(findWordsInCode('x.ts', source)).toEqual([
    'line 2: "goes on": use continue',
    'line 4: "refused": use reject, or cannot',
    'line 3: "anew": use again',
    'judge: "judge": use check, compare, decide',
    'told: "told": use notify, publish, print',
  ]);
  expect(findWordsInCode('x.py', '"""A page that goes on."""\nheard = 1  # a doubt')).toHaveLength(3);
  expect(
    findWordsInPaths([
      'packages/server/src/stores/postgres/a.ts',
      'packages/server/src/stores/postgres/tell-readers.ts',
    ]),
  ).toHaveLength(2);
});
