import { companyType } from './manifest.ts';
import { allProperties } from './properties.ts';

const maxSuggested = 20;

const startsAWord = (text: string, prefix: string): boolean =>
  text
    .toLowerCase()
    .split(/[\s._]+/)
    .some((word) => word.startsWith(prefix));

/** Those with a word that starts with the text; all of them without one. */
function matching<T extends { id: string; name: string }>(all: readonly T[], prefix: string): T[] {
  const typed = prefix.trim().toLowerCase();
  const found = all.filter(({ id, name }) => id.startsWith(typed) || startsAWord(`${id} ${name}`, typed));
  return found.slice(0, maxSuggested);
}

export const suggestTypes = (prefix: string) => ({ result: matching([companyType], prefix) });
export const suggestProperties = (prefix: string) => ({ result: matching(allProperties, prefix) });
