import { InvalidArgumentError } from 'commander';

/** An option that can be said several times. */
export const addText = (text: string, others: readonly string[] = []): string[] => [...others, text];

/** The same, each time with one of these words. */
export const addChoice =
  <T extends string>(known: readonly T[], what: string) =>
  (text: string, others: readonly T[] = []): T[] => {
    const choice = known.find((one) => one.toLowerCase() === text.toLowerCase());
    if (!choice) throw new InvalidArgumentError(`The ${what} are ${known.join(', ')}.`);
    return [...new Set([...others, choice])];
  };
