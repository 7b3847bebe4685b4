import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problems } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { findWords } from './language.ts';

const root = join(import.meta.dirname, '..');

const pagesIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

const packagePages = ['packages/sdk', 'python'].flatMap(pagesIn);
/** What a user reads first. The help of every command is in docs/reference/cli.md, which is generated from it. */
const folders = ['docs/tutorials', 'docs/guides', 'docs/reference', 'docs/decisions'];
const pages = ['README.md', 'CHANGELOG.md', ...packagePages, ...folders.flatMap(pagesIn)];

describe('plain English', () => {
  test.each(pages)('%s', (page) => {
    expect(findWords(readFileSync(join(root, page), 'utf8'))).toEqual([]);
  });

  test.each(Object.entries(problems))('the problem %s', (_, problem) => {
    expect(findWords(JSON.stringify(problem))).toEqual([]);
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
