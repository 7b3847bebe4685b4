import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A Markdown file of the repository that is a page of the site. */
export interface Page {
  /** From the root of the repository, such as `docs/guides/sdks.md`. */
  readonly file: string;
  /** On the site, such as `guides/sdks`; empty for the first page. */
  readonly address: string;
  readonly title: string;
  /** The text below the title. */
  readonly body: string;
}

export const repository = join(import.meta.dirname, '../../..');

/** Pages that are not in docs/, or are not at the address of their path. */
const addresses: Readonly<Record<string, string>> = {
  'README.md': '',
  'docs/README.md': 'documents',
  'ARCHITECTURE.md': 'architecture',
  'CONTRIBUTING.md': 'contributing',
  'CHANGELOG.md': 'changelog',
  'packages/sdk/README.md': 'reference/typescript-sdk',
  'python/README.md': 'reference/python-sdk',
};

export const readText = (file: string): string => readFileSync(join(repository, file), 'utf8');
export const fileExists = (file: string): boolean => existsSync(join(repository, file));

const addressOf = (file: string): string => addresses[file] ?? file.replace(/^docs\/|\.md$/g, '');

/** The title is the first heading. A comment above it says where a generated page comes from. */
export function parsePage(file: string, text: string): Page {
  const heading = /^(?:<!--[\s\S]*?-->\s*)?# (.+)\n/.exec(text);
  if (!heading?.[1]) throw new Error(`${file} must start with its title: a line with # and a space.`);
  const title = heading[1].replaceAll('`', '');
  return { file, address: addressOf(file), title, body: text.slice(heading[0].length) };
}

/** Files below docs/, from the root of the repository. */
export const docsFiles = (): string[] =>
  readdirSync(join(repository, 'docs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => posix.join('docs', parentPath.slice(join(repository, 'docs').length), name))
    .sort();

export function readPages(): Page[] {
  const files = new Set([...Object.keys(addresses), ...docsFiles().filter((file) => file.endsWith('.md'))]);
  return [...files].map((file) => parsePage(file, readText(file)));
}
