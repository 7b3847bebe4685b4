import { describe, expect, test } from 'vitest';
import { docsFiles, readText } from '../../src/pages.ts';
import { codeBlocksOf, isUsed } from '../support/code-blocks.ts';
import { runPage } from '../support/page-runner.ts';

/** Blocks of these pages that are not run, by the start of their text, and why. */
const notRun: Readonly<Record<string, string>> = {
  'export ORGDEX_KEY=': 'The key of the reader. The test creates one.',
  'pip install ./python': 'It downloads build tools. `npm run check:sdks` installs the package.',
  'npm ci': 'The installation of the reader. CI starts with it.',
  'pip install jupyterlab': 'It downloads JupyterLab. The cells run without it.',
  '0 3 * * *': 'A line of a crontab.',
};

const pages = docsFiles()
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, blocks: codeBlocksOf(readText(file)) }))
  .filter(
    ({ file, blocks }) => file.startsWith('docs/tutorials/') || blocks.some(({ words }) => words.includes('run')),
  );

const reasonFor = (text: string): string | undefined =>
  Object.entries(notRun).find(([start]) => text.startsWith(start))?.[1];

describe('the code of the tutorials and of the cookbook', () => {
  test('is on at least six pages', () => {
    expect(pages.length).toBeGreaterThanOrEqual(6);
  });

  test('is run, or there is a reason why not', () => {
    const unused = pages.flatMap(({ file, blocks }) =>
      blocks.filter((block) => !isUsed(block) && !reasonFor(block.text)).map(({ line }) => `${file}:${line}`),
    );
    expect(unused).toEqual([]);
  });

  test.each(pages)('works as $file says', async ({ blocks }) => {
    expect(await runPage(blocks)).toEqual([]);
  });
});
