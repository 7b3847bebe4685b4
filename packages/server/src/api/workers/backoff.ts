const shortestMs = 250;
const longestMs = 30_000;
/** A worker that ran this long did not fail because of its start. */
const quickMs = 60_000;

/** The delay before a worker is replaced, after this many short-lived workers in a row. */
export const backoffMs = (quickEnds: number): number =>
  Math.min(longestMs, shortestMs * 2 ** Math.max(0, quickEnds - 1));

export const quickEndsAfter = (quickEnds: number, livedMs: number): number => (livedMs < quickMs ? quickEnds + 1 : 0);
