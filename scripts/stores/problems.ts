/** What keeps the stores from starting or stopping: everything that was found wrong, said at once. */
export class Problems extends Error {
  readonly list: readonly string[];

  constructor(list: readonly string[]) {
    super(list.join('\n'));
    this.name = 'Problems';
    this.list = list;
  }
}

export function throwIfAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new Problems(problems);
}
