import { posix } from 'node:path';
import type { Page } from './pages.ts';

export interface Entry {
  readonly file: string;
  readonly label: string;
  readonly description: string;
}

export interface Group {
  readonly label: string;
  readonly entries: Entry[];
  readonly groups: Group[];
}

const newGroup = (label: string): Group => ({ label, entries: [], groups: [] });

/** `- [Label](file.md): description.` */
const entryLine = /^- \[([^\]]+)\]\(([^)]+\.md)\)(?:: (.*))?$/;

/** `## Section`, `### Group` and `List:`. */
const levels = [/^## (.+)$/, /^### (.+)$/, /^([A-Z][^.:]*):$/];

const withoutEmpty = ({ label, entries, groups }: Group): Group => ({
  label,
  entries,
  groups: groups.map(withoutEmpty).filter((group) => group.entries.length + group.groups.length > 0),
});

/**
 * Reads the table of contents of docs/README.md: sections, groups and lists of pages. It is what readers of the repository see, so
 * the site has the same order and words.
 */
export function parseContents(text: string): Group[] {
  const all = newGroup('');
  let open = [{ level: -1, group: all }];
  for (const line of text.split('\n')) {
    const level = levels.findIndex((pattern) => pattern.test(line));
    const [, label, path, description = ''] = entryLine.exec(line) ?? [];
    if (level >= 0) {
      open = open.filter((one) => one.level < level);
      const group = newGroup(levels[level]?.exec(line)?.[1] ?? '');
      open.at(-1)?.group.groups.push(group);
      open.push({ level, group });
    } else if (label && path) open.at(-1)?.group.entries.push({ label, file: posix.join('docs', path), description });
  }
  return withoutEmpty(all).groups;
}

export const entriesOf = ({ entries, groups }: Group): Entry[] => [...entries, ...groups.flatMap(entriesOf)];

/** The section with the most pages of a folder. */
function sectionOf(folder: string, sections: readonly Group[]): Group | undefined {
  const count = (section: Group) => entriesOf(section).filter(({ file }) => posix.dirname(file) === folder).length;
  const [best] = sections.toSorted((a, b) => count(b) - count(a));
  return best && count(best) > 0 ? best : undefined;
}

/** The navigation: the table of contents, and each page that it leaves out in the section of its folder. */
export function navigationOf(contents: string, pages: readonly Page[]): Group[] {
  const sections = parseContents(contents);
  const listed = new Set(sections.flatMap(entriesOf).map(({ file }) => file));
  for (const { file, title } of pages) {
    if (listed.has(file) || !file.startsWith('docs/') || file === 'docs/README.md') continue;
    const section = sectionOf(posix.dirname(file), sections);
    if (!section) throw new Error(`docs/README.md lists no page of the folder of ${file}.`);
    section.entries.push({ file, label: title, description: '' });
  }
  return sections;
}
