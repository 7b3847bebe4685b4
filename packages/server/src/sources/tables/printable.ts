const maxWidth = 40;

/** Text from a file, safe for a terminal: control characters could move the cursor. */
export const printable = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');

export const shorten = (text: string): string => (text.length > maxWidth ? `${text.slice(0, maxWidth - 1)}…` : text);
