const untidy = /\s\s|[^\S ]/u;

/** Without the padding that fixed-width exports leave around and inside values. */
export const tidy = (text: string): string =>
  // A fast path: most of the millions of values need no change.
  untidy.test(text) ? text.replace(/\s+/gu, ' ').trim() : text.trim();
