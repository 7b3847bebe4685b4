/** Registers pack to about a twelfth, a bomb to a thousandth. Small files may be denser: they cannot hurt. */
export const maxCompressionRatio = 200;
const harmlessBytes = 8 * 2 ** 20;

export const isTooDense = (packed: number, unpacked: number): boolean =>
  unpacked > harmlessBytes && unpacked > maxCompressionRatio * packed;
