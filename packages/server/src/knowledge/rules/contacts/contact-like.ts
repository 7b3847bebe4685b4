/** Digits that look like a phone number; a register number may look the same. */
export const looksLikePhone = (text: string): boolean => /^[+(]?\d[\d\s().-]{6,}$/.test(text);

/** Text that may be a person's email address or phone number, in a field that must not contain one. */
export const looksLikeContact = (text: string): boolean => text.includes('@') || looksLikePhone(text);

/** Seven digits, with up to three characters other than letters between them. */
const digitsOfPhone = /\d(?:[^\p{L}\d]{0,3}\d){6,}/u;

/** Whether any part of the text could be an email address or a phone number. Prefers false positives to false negatives. */
export function mayHoldContact(text: string): boolean {
  const plain = text.normalize('NFKC');
  return /@|[([{]\s*at\s*[)\]}]/i.test(plain) || digitsOfPhone.test(plain);
}
