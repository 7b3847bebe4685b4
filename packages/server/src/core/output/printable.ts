/**
 * Text from outside on one line, safe for a terminal, a log and a message: control characters could move the cursor, and others
 * reverse or hide what follows.
 */
export const printable = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
