/** Register numbers are often printed in groups of digits; the spaces between them do not matter. */
export const withoutSpaces = (text: string): string => text.replace(/\s+/gu, '');
