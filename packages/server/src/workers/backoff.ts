const shortestMs = 250;
const longestMs = 30_000;
/** Who lived this long did not die of its start. */
const quickMs = 60_000;

/** How long the next worker of a place waits, after so many in a row that did not live long. */
export const backoffMs = (quickEnds: number): number =>
  Math.min(longestMs, shortestMs * 2 ** Math.max(0, quickEnds - 1));

export const quickEndsAfter = (quickEnds: number, livedMs: number): number => (livedMs < quickMs ? quickEnds + 1 : 0);
