/**
 * Register files compress to about a twelfth, zip bombs to a thousandth. Small files may be denser: they are harmless.
 */
export const maxCompressionRatio = 200;
const harmlessBytes = 8 * 2 ** 20;

export const isTooDense = (packed: number, unpacked: number): boolean =>
  unpacked > harmlessBytes && unpacked > maxCompressionRatio * packed;
