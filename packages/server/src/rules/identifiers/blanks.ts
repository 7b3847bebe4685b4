/** Register numbers are often printed in groups of digits; the spaces between them do not matter. */
export const withoutBlanks = (text: string): string => text.replace(/\s+/gu, '');
