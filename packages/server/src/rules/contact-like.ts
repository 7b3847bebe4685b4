/** Digits as a phone number has them; a register's number may look the same. */
export const looksLikePhone = (text: string): boolean => /^[+(]?\d[\d\s().-]{6,}$/.test(text);

/** What could be somebody's address or number, in a place where none belongs. */
export const looksLikeContact = (text: string): boolean => text.includes('@') || looksLikePhone(text);

/** Seven digits, with whatever stands between them but letters. */
const digitsOfPhone = /\d(?:[^\p{L}\d]{0,3}\d){6,}/u;

/** Whether any part of the text could be an e-mail address or a phone number. Wrong rather too often than too seldom. */
export function mayHoldContact(text: string): boolean {
  const plain = text.normalize('NFKC');
  return /@|[([{]\s*at\s*[)\]}]/i.test(plain) || digitsOfPhone.test(plain);
}
