import { describe, expect, test } from 'vitest';
import { replaceTargets, resolveTarget } from './links.ts';
import { entriesOf, navigationOf, parseContents } from './navigation.ts';
import { fileExists, parsePage, readPages, readText } from './pages.ts';

const pages = readPages();
const places = { pages: new Map(pages.map((page) => [page.file, page])), exists: fileExists, base: '/' };

/** As code hosts and Starlight make them. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
const headingsOf = (text: string): string[] =>
  text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').match(/(?<=^#{1,6} ).+$/gm) ?? [];
const idsOf = (text: string): string[] => [...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id);
const anchors = new Map(
  pages.map(({ address, body }) => [
    `/${address && `${address}/`}`,
    [...headingsOf(body).map(anchorOf), ...idsOf(body)],
  ]),
);

describe('the pages of the repository', () => {
  test.each(pages)('$file links to pages, files and headings that exist', (page) => {
    const broken: string[] = [];
    replaceTargets(page.body, (target) => {
      const { url } = resolveTarget(target, page, places);
      const [address = '', anchor] = url.split('#');
      const known = anchors.get(address || `/${page.address}/`);
      if (anchor !== undefined && known && !known.includes(anchor)) broken.push(target);
      return target;
    });
    expect(broken).toEqual([]);
  });

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
  ['operate.md', '/orgdex/guides/operate/'],
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
