/** Digits as a phone number has them; a register's number may look the same. */
export const looksLikePhone = (text: string): boolean => /^[+(]?\d[\d\s().-]{6,}$/.test(text);

/** What could be somebody's address or number, in a place where none belongs. */
export const looksLikeContact = (text: string): boolean => text.includes('@') || looksLikePhone(text);
