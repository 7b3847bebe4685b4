import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A command of `npm run bench`. */
export interface Command {
  /** Its options, and a line on each. */
  readonly usage: string;
  /** Returns the exit code of the process. */
  run(args: readonly string[]): Promise<number>;
}

/** Contains all invalid options, not only the first. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;
type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** Options that take a whole number are those with a default that is one. */
function problemsIn(values: Values, options: Options): string[] {
  return Object.entries(options).flatMap(([name, option]) => {
    const isNumber = typeof option.default === 'string' && /^\d+$/.test(option.default);
    const value = values[name];
    return isNumber && !/^\d{1,9}$/.test(String(value)) ? [`--${name} must be a number, not "${String(value)}"`] : [];
  });
}

/** The values of the options and the other words, of which only these are allowed. */
export function readArguments<const O extends Options>(
  args: readonly string[],
  options: O,
  words: readonly string[] = [],
) {
  const parse = () => {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true });
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
  };
  const { values, positionals } = parse();
  const unknown = positionals.filter((word) => !words.includes(word));
  const allowed = words.length > 0 ? `. Choose from: ${words.join(', ')}` : '';
  const problems = [
    ...problemsIn(values as Values, options),
    ...unknown.map((word) => `"${word}" is not allowed here${allowed}`),
  ];
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return { values, words: positionals };
}
