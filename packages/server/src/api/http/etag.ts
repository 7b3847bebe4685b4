const tagInList = /(?:W\/)?("[^"]*")/g;

/** Whether If-None-Match contains this ETag: in a list, in its weak form, or as `*`. */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(tagInList)].some(([, sent]) => sent === tag);
}
