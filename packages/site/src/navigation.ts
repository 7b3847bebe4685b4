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

/**
 * Reads the table of contents of docs/README.md: `## Section`, `### Group` or `Group:`, and a list of pages. It is what readers of
 * the repository see, so the site has the same order and words.
 */
export function parseContents(text: string): Group[] {
  const sections: Group[] = [];
  for (const line of text.split('\n')) {
    const section = /^## (.+)$/.exec(line)?.[1];
    const group = /^### (.+)$|^([A-Z][^.:]*):$/.exec(line);
    const entry = entryLine.exec(line);
    const last = sections.at(-1);
    if (section) sections.push(newGroup(section));
    else if (group) last?.groups.push(newGroup(group[1] ?? group[2] ?? ''));
    else if (entry?.[1] && entry[2]) {
      const found = { label: entry[1], file: posix.join('docs', entry[2]), description: entry[3] ?? '' };
      (last?.groups.at(-1) ?? last)?.entries.push(found);
    }
  }
  return sections
    .map((section) => ({ ...section, groups: section.groups.filter(({ entries }) => entries.length > 0) }))
    .filter(({ entries, groups }) => entries.length + groups.length > 0);
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
