/** Numbers are printed in groups; the blanks between them are nobody's fault. */
export const withoutBlanks = (text: string): string => text.replace(/\s+/gu, '');
