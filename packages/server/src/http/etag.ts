const tagInList = /(?:W\/)?("[^"]*")/g;

/** Whether If-None-Match names this tag: one of a list, a weak form, or `*`. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(tagInList)].some(([, sent]) => sent === tag);
}
