import type { Machine } from '../report/machine.ts';

/** The conditions of a measurement. */
export interface Conditions {
  readonly machine: Machine;
  readonly rounds: number;
  readonly seconds: number;
  /** Requests per second of the constant-rate measurement. */
  readonly perSecond: number;
}

/** Everything but the date. Results under different conditions are not comparable. */
const factsOf = ({ machine, rounds, seconds, perSecond }: Conditions): Record<string, string | number> => ({
  cores: machine.cores,
  memory: machine.memoryGib,
  nodes: machine.nodes,
  versions: machine.versions.join(', '),
  ...{ rounds, seconds, rate: perSecond },
});

/** Describes the conditions that differ. */
export function differencesOf(before: Conditions, now: Conditions): string[] {
  const facts = factsOf(before);
  return Object.entries(factsOf(now))
    .filter(([name, value]) => facts[name] !== value)
    .map(([name, value]) => `${name}: ${facts[name]} before, ${value} now`);
}
