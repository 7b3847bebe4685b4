import { InvalidArgumentError } from 'commander';

/** A repeatable option. */
export const addText = (text: string, others: readonly string[] = []): string[] => [...others, text];

/** A repeatable option with one of these values. */
export const addChoice =
  <T extends string>(known: readonly T[], what: string) =>
  (text: string, others: readonly T[] = []): T[] => {
    const choice = known.find((one) => one.toLowerCase() === text.toLowerCase());
    if (!choice) throw new InvalidArgumentError(`The ${what} are ${known.join(', ')}.`);
    return [...new Set([...others, choice])];
  };
