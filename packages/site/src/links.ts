import { posix } from 'node:path';
import type { Page } from './pages.ts';

/** Blocks of code, code in a line, and the targets of links: what comes first decides, so no link is found inside code. */
const codeOrTarget =
  /^(?<indent> *)```[\s\S]*?^\k<indent>```|(?<ticks>`+)[^`][\s\S]*?\k<ticks>|\]\((?<target>[^()\s]+)\)/gm;

/** Replaces the targets of the links and images of a Markdown text. */
export const replaceTargets = (text: string, replace: (target: string) => string): string =>
  text.replace(codeOrTarget, (found, ...rest) => {
    const { target } = rest.at(-1) as { target?: string };
    return target === undefined ? found : `](${replace(target)})`;
  });

export interface Places {
  /** The pages by their file. */
  readonly pages: ReadonlyMap<string, Page>;
  readonly exists: (file: string) => boolean;
  /** Where the site is served, such as `/` or `/orgdex/`. */
  readonly base: string;
}

/** The address of a file that is not a page. Sources are shown as text, because a server may not know their type. */
export const addressOfFile = (file: string): string =>
  file.startsWith('docs/') ? file.slice('docs/'.length) : `source/${file}.txt`;

/** The address on the site of what a page links to, and the file to copy if it is not a page. */
export function resolveTarget(
  target: string,
  page: Page,
  { pages, exists, base }: Places,
): { url: string; file?: string } {
  if (/^(?:[a-z]+:|#)/.test(target)) return { url: target };
  const [path = '', anchor] = target.split('#');
  const file = posix.join(posix.dirname(page.file), path);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const linked = pages.get(file);
  if (linked) return { url: `${base}${linked.address && `${linked.address}/`}${hash}` };
  if (!exists(file)) throw new Error(`${page.file}: the link ${target} leads to no file.`);
  return { url: `${base}${addressOfFile(file)}${hash}`, file };
}
