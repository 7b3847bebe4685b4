/** Digits that look like a phone number; a register number may look the same. */
export const looksLikePhone = (text: string): boolean => /^[+(]?\d[\d\s().-]{6,}$/.test(text);

/** Text that may be a person's email address or phone number, in a field that must not contain one. */
export const looksLikeContact = (text: string): boolean => text.includes('@') || looksLikePhone(text);
