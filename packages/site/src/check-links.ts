import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const decode = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&quot;', '"');
const valuesOf = (html: string, attribute: RegExp): string[] =>
  [...html.matchAll(attribute)].map(([, value = '']) => decode(value));

const targetsOf = (html: string): string[] => valuesOf(html, /<[a-z][^>]*?\s(?:href|src)="([^"]*)"/g);
const idsOf = (html: string): Set<string> => new Set(valuesOf(html, /\sid="([^"]*)"/g));

/** Every link of a built site that leads to no file or to no anchor, as `page → target`. Other sites are not asked. */
export function findBrokenLinks(folder: string, base: string): string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const ids = new Map<string, Set<string>>();
  const idsIn = (file: string): Set<string> => {
    const known = ids.get(file) ?? idsOf(readFileSync(file, 'utf8'));
    ids.set(file, known);
    return known;
  };
  const isBroken = (page: string, target: string): boolean => {
    const here = new URL(`http://site${base}${page.replace(/index\.html$/, '')}`);
    const url = new URL(target, here);
    if (url.host !== 'site') return false;
    if (!url.pathname.startsWith(base)) return true;
    const path = join(folder, decodeURIComponent(url.pathname.slice(base.length)));
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
    if (!existsSync(file)) return true;
    return url.hash.length > 1 && !idsIn(file).has(decodeURIComponent(url.hash.slice(1)));
  };
  return pages.flatMap((page) =>
    targetsOf(readFileSync(join(folder, page), 'utf8'))
      .filter((target) => isBroken(page, target))
      .map((target) => `${relative(folder, join(folder, page))} → ${target}`),
  );
}
