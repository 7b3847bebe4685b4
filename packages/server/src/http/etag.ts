import { hash } from 'node:crypto';

/** A strong tag: another text, another tag. */
export const tagOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 27);

const tagInList = /(?:W\/)?("[^"]*")/g;

/** Whether If-None-Match names this tag: one of a list, a weak form, or `*`. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(tagInList)].some(([, sent]) => sent === tag);
}
