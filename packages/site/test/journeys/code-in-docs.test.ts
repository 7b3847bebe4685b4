import { describe, expect, test } from 'vitest';
import { docsFiles, readText } from '../../src/pages.ts';
import { codeBlocksOf, isUsed, readersOf } from '../support/code-blocks.ts';
import { runPage } from '../support/page-runner.ts';

/** Blocks of these pages that are not run, by the start of their text, and why. */
const notRun: Readonly<Record<string, string>> = {
  'export ORGDEX_KEY=': 'The key of the reader. The test creates one.',
  'pip install ./python': 'It downloads build tools. `npm run check:sdks` installs the package.',
  'npm ci': 'The installation of the reader. CI starts with it.',
  'pip install jupyterlab': 'It downloads JupyterLab. The cells run without it.',
  '0 3 * * *': 'A line of a crontab.',
  'npm install ./orgdex-sdk': '`npm run check:sdks` installs the packed SDK.',
  'python3 -m venv': '`npm run check:sdks` installs the wheel.',
  'npm run pack': 'It compiles all packages. `package.test.ts` and `npm run check:sdks` do it.',
  'npx orgdex import nz-nzbn': 'Files that the reader downloads.',
  '14 of 200 rows': 'The message of another file.',
  "curl -H 'Authorization: Bearer orgdex_live_…' -H 'Content-Type": 'It has the id of another installation.',
  '[{"person_id":"py04': 'The response to that request.',
  '{\n  "error": 40401': 'The example of an error. `api-reference.http.test.ts` covers the code.',
  'Company,Website': 'For OpenRefine, which is not installed here.',
  'http://127.0.0.1:8080/reconcile/': 'An address to enter in OpenRefine.',
  '{"account":"acme"': 'The example has the usage of another key.',
  'HTTP/1.1 200 OK': 'The headers of a live key.',
};

const pages = docsFiles()
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, blocks: codeBlocksOf(readText(file)) }))
  .filter(
    ({ file, blocks }) => file.startsWith('docs/tutorials/') || blocks.some(({ words }) => words.includes('run')),
  );

const reasonFor = (text: string): string | undefined =>
  Object.entries(notRun).find(([start]) => text.startsWith(start))?.[1];

describe('the code of tutorials and guides', () => {
  test('is on at least 12 pages', () => {
    expect(pages.length).toBeGreaterThanOrEqual(12);
  });

  test('is run, or there is a reason why not', () => {
    const unused = pages.flatMap(({ file, blocks }) =>
      blocks.filter((block) => !isUsed(block) && !reasonFor(block.text)).map(({ line }) => `${file}:${line}`),
    );
    expect(unused).toEqual([]);
  });

  const readers = pages.flatMap(({ file, blocks }) =>
    readersOf(blocks).map((reader) => ({ file, tab: '', ...reader })),
  );
  test.each(readers)('works as $file says $tab', async ({ blocks }) => {
    expect(await runPage(blocks)).toEqual([]);
  });
});
