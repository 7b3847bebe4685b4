import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { type Entry, type Group, navigationOf } from './src/navigation.ts';
import { readPages, readText } from './src/pages.ts';

const pages = readPages();
const pageOf = new Map(pages.map((page) => [page.file, page]));

/** A decision is listed by its number, which says too little in a sidebar. */
const labelOf = ({ label, file }: Entry): string => (/^\d+$/.test(label) ? (pageOf.get(file)?.title ?? label) : label);
const toLink = (entry: Entry) => ({ label: labelOf(entry), slug: pageOf.get(entry.file)?.address ?? '' });
const toGroup = ({ label, entries, groups }: Group, depth = 0): object => ({
  label,
  collapsed: depth > 0 || entries.length > 12,
  items: [...entries.map(toLink), ...groups.map((group) => toGroup(group, depth + 1))],
});

const navigation = navigationOf(readText('docs/README.md'), pages);

/** Code and tables that scroll get the focus, and code a name, so that they can be used with the keyboard and a screen reader. */
const accessibleScrolling = `addEventListener('load', () => {
  document.querySelectorAll('pre').forEach((block, at) => block.setAttribute('aria-label', 'Code ' + (at + 1)));
  for (const wide of document.querySelectorAll('.sl-markdown-content :is(pre, table, .diagram)'))
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
});`;

export default defineConfig({
  srcDir: './astro',
  trailingSlash: 'always',
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: 'orgdex',
      description: 'A self-hosted API for company data.',
      customCss: ['./astro/site.css'],
      credits: false,
      head: [{ tag: 'script', content: accessibleScrolling }],
      sidebar: [
        { label: 'Overview', slug: 'index' },
        { label: 'All documents', slug: 'documents' },
        ...navigation.map((group) => toGroup(group)),
      ],
    }),
  ],
});
