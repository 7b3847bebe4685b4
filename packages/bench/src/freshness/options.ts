import { parseArgs } from 'node:util';

const usage = `usage: measure-freshness [--trials N]   measure how soon changes are visible: docs/performance/freshness.md

  --trials N   trials of each kind of change in each scenario (20)`;

/** @throws if an option is invalid */
export function parseTrials(argv: readonly string[]): number {
  const read = () => {
    try {
      return parseArgs({ args: [...argv], options: { trials: { type: 'string', default: '20' } } }).values;
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${usage}`);
    }
  };
  const { trials } = read();
  if (!/^[1-9]\d{0,3}$/.test(trials)) throw new Error(`--trials must be from 1 to 9999, not "${trials}"\n${usage}`);
  return Number(trials);
}
