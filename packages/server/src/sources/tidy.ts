const untidy = /\s\s|[^\S ]/u;

/** Without the padding that fixed-width exports leave around and inside values. */
export const tidy = (text: string): string =>
  // Most values are tidy, and there are millions.
  untidy.test(text) ? text.replace(/\s+/gu, ' ').trim() : text.trim();
