import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { replaceTargets } from '../packages/site/src/links.ts';

const root = join(import.meta.dirname, '..');
const readText = (file: string): string => readFileSync(join(root, file), 'utf8');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const documents = files.filter((file) => file.endsWith('.md'));
const withoutBlocks = (text: string): string => text.replaceAll(/^( *)```[\s\S]*?^\1```/gm, '');

/** As code hosts and Starlight make them. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
function anchorsIn(file: string): string[] {
  const text = withoutBlocks(readText(file));
  const headings = text.match(/(?<=^#{1,6} ).+$/gm) ?? [];
  return [...headings.map(anchorOf), ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id)];
}

function isBroken(target: string, document: string): boolean {
  if (/^[a-z]+:/.test(target)) return false;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? document : posix.join(posix.dirname(document), path);
  if (!existsSync(join(root, file))) return true;
  return anchor !== undefined && file.endsWith('.md') && !anchorsIn(file).includes(anchor);
}

test('every link in a Markdown file leads to a file and a heading that exist', () => {
  const broken = documents.flatMap((document) => {
    const targets: string[] = [];
    replaceTargets(readText(document), (target) => {
      targets.push(target);
      return target;
    });
    return targets.filter((target) => isBroken(target, document)).map((target) => `${document}: ${target}`);
  });
  expect(documents.length).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});

/** What a document or a comment names: a page, or a file of source code in backticks. */
const namedFile = /\bdocs\/[\w./-]+\.md\b|(?<=`)[\w./-]+\.(?:tsx?|sql|py)(?=`)/g;

test('every page and source file that a document or a comment names exists', () => {
  const named = files
    .filter((file) => /(?<!\.test)\.(?:md|tsx?|py|ya?ml|service|sql)$/.test(file) && !file.includes('/fixtures/'))
    .flatMap((file) => (withoutBlocks(readText(file)).match(namedFile) ?? []).map((name) => ({ file, name })));
  const missing = named.filter(
    ({ name }) => !name.includes('NNN') && !files.some((file) => `/${file}`.endsWith(`/${name}`)),
  );
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
