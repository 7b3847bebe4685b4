/** By its first bytes. */
export const isParquet = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'PAR1';
