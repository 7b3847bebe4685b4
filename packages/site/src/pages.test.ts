import { describe, expect, test } from 'vitest';
import { replaceTargets, resolveTarget } from './links.ts';
import { entriesOf, navigationOf, parseContents } from './navigation.ts';
import { fileExists, parsePage, readPages, readText } from './pages.ts';
import { hasTabs, withTabs } from './tabs.ts';

const pages = readPages();
const places = { pages: new Map(pages.map((page) => [page.file, page])), exists: fileExists, base: '/' };

describe('the pages of the repository', () => {
  test('are all in the navigation, once', () => {
    const listed = navigationOf(readText('docs/README.md'), pages)
      .flatMap(entriesOf)
      .map(({ file }) => file);
    const expected = pages
      .map(({ file }) => file)
      .filter((file) => file.startsWith('docs/') && file !== 'docs/README.md');
    expect(listed.filter((file) => file.startsWith('docs/')).toSorted()).toEqual(expected.toSorted());
  });

  test('are of four kinds, and measurements', () => {
    const kinds = parseContents(readText('docs/README.md')).map(({ label }) => label);
    expect(kinds).toEqual(['Tutorials', 'Guides', 'Reference', 'Explanation', 'Measurements']);
  });
});

const page = parsePage('docs/guides/here.md', '<!-- Generated. -->\n\n# The `title`\n\nText.\n');

test('a page has the title of its first heading, which is not repeated', () => {
  expect(page).toEqual({ file: 'docs/guides/here.md', address: 'guides/here', title: 'The title', body: '\nText.\n' });
  expect(() => parsePage('docs/x.md', 'No title')).toThrow('docs/x.md must start with its title');
});

test.each([
  ['../../README.md#load-data', '/orgdex/#load-data'],
  ['customers.md', '/orgdex/guides/customers/'],
  ['example/people.csv', '/orgdex/guides/example/people.csv'],
  ['../../LICENSE', '/orgdex/source/LICENSE.txt'],
  ['#here', '#here'],
  ['https://example.com/a.md', 'https://example.com/a.md'],
])('the link %s leads to %s', (target, url) => {
  expect(resolveTarget(target, page, { ...places, base: '/orgdex/' }).url).toBe(url);
});

test('a link to a missing file is an error', () => {
  expect(() => resolveTarget('gone.md', page, places)).toThrow(
    'docs/guides/here.md: the link gone.md leads to no file.',
  );
});

test('links in code stay as they are', () => {
  const text = 'a [b](c.md) `[d](e.md)`\n```md\n[f](g.md)\n```\n[![h](i.png)](j.md)';
  expect(replaceTargets(text, (target) => target.toUpperCase())).toBe(
    'a [b](C.MD) `[d](e.md)`\n```md\n[f](g.md)\n```\n[![h](I.PNG)](J.MD)',
  );
});

test('adjacent blocks of code in several languages are tabs', () => {
  const blocks = [
    '```ts tab="TypeScript" run\n1\n```\n',
    '```python tab="Python"\n2\n```\n',
    '```sh\n3\n```\n',
  ] as const;
  const [typescript, python, shell] = blocks;
  expect([hasTabs(shell), hasTabs(blocks.join('\n'))]).toEqual([false, true]);
  const tabs = withTabs(`Text.\n\n${typescript}\n${python}\n${shell}`);
  expect(tabs).toContain(
    [
      'Text.\n\n<Tabs syncKey="language">',
      `<TabItem label="TypeScript">\n\n${typescript}\n</TabItem>\n`,
      `<TabItem label="Python">\n\n${python}\n</TabItem>`,
      `</Tabs>\n\n${shell}`,
    ].join('\n'),
  );
});

test('a page that the table of contents does not list is in the section of its folder', () => {
  const contents =
    '## Guides\n\nUse it:\n\n- [Here](guides/here.md): what.\n\n## Reference\n\n- [There](reference/there.md)\n';
  const more = { ...page, file: 'docs/guides/more.md', title: 'More' };
  expect(navigationOf(contents, [page, more])).toEqual([
    {
      label: 'Guides',
      entries: [{ file: 'docs/guides/more.md', label: 'More', description: '' }],
      groups: [
        {
          label: 'Use it',
          entries: [{ file: 'docs/guides/here.md', label: 'Here', description: 'what.' }],
          groups: [],
        },
      ],
    },
    { label: 'Reference', entries: [{ file: 'docs/reference/there.md', label: 'There', description: '' }], groups: [] },
  ]);
});
