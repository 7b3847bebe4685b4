/** The number of hash partitions of each table that grows with the data. */
export const partitionCount = 16;

export const partitionOf = (table: string, part: number): string => `${table}_${part}`;

/** The names of all partitions of a table. */
export const partitionsOf = (table: string): string[] =>
  Array.from({ length: partitionCount }, (_, part) => partitionOf(table, part));
