import { withoutSpaces } from './blanks.ts';

/** A Legal Entity Identifier (ISO 17442): eighteen letters and digits, and two check digits. */
export type Lei = string & { readonly brand: 'lei' };

export const leiShape = /^[A-Z0-9]{18}\d\d$/i;

/** @example parseLei('inr2ejn1eran0w5zp974') // 'INR2EJN1ERAN0W5ZP974' */
export function parseLei(text: string): Lei | undefined {
  const lei = withoutSpaces(text).toUpperCase();
  return leiShape.test(lei) && remainderOf(lei) === 1 ? (lei as Lei) : undefined;
}

/** ISO 7064 mod 97-10: letters count from A = 10. */
function remainderOf(lei: string): number {
  const digits = [...lei].map((character) => Number.parseInt(character, 36)).join('');
  return Number(BigInt(digits) % 97n);
}
