import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addressOfFile, type Places, replaceTargets, resolveTarget } from './links.ts';
import { entriesOf, navigationOf } from './navigation.ts';
import { docsFiles, fileExists, type Page, readPages, readText, repository } from './pages.ts';
import { hasTabs, withTabs } from './tabs.ts';

const site = join(import.meta.dirname, '..');
const content = join(site, 'astro/content/docs');
const files = join(site, 'public');

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copyFile(file: string): void {
  cpSync(join(repository, file), join(files, addressOfFile(file)), { recursive: true });
}

/** A page as Starlight reads it. JSON is valid YAML. */
const withFrontMatter = (title: string, description: string, body: string): string =>
  `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n---\n${body}`;

function writePage(page: Page, places: Places, description: string): void {
  const body = replaceTargets(page.body, (target) => {
    const { url, file } = resolveTarget(target, page, places);
    if (file) copyFile(file);
    return url;
  });
  const file = `${page.address || 'index'}.${hasTabs(body) ? 'mdx' : 'md'}`;
  write(join(content, file), withFrontMatter(page.title, description, hasTabs(body) ? withTabs(body) : body));
}

/** Writes the pages and files of the site from those of the repository. */
export function writePages(base: string): void {
  for (const folder of [content, files]) rmSync(folder, { recursive: true, force: true });
  const pages = readPages();
  const places = { pages: new Map(pages.map((page) => [page.file, page])), exists: fileExists, base };
  const entries = navigationOf(readText('docs/README.md'), pages).flatMap(entriesOf);
  const descriptions = new Map(entries.map(({ file, description }) => [file, description]));
  for (const page of pages) writePage(page, places, descriptions.get(page.file) ?? '');
  for (const file of docsFiles().filter((name) => !name.endsWith('.md'))) copyFile(file);
  cpSync(join(repository, 'packages/console/public/icon.svg'), join(files, 'favicon.svg'));
}
