import type { Machine } from '../report/machine.ts';

/** Under which figures were measured. */
export interface Terms {
  readonly machine: Machine;
  readonly rounds: number;
  readonly seconds: number;
  /** Requests per second of the open model. */
  readonly perSecond: number;
}

/** All but the day: what was measured under others does not stand beside it. */
const factsOf = ({ machine, rounds, seconds, perSecond }: Terms): Record<string, string | number> => ({
  cores: machine.cores,
  memory: machine.memoryGib,
  nodes: machine.nodes,
  versions: machine.versions.join(', '),
  ...{ rounds, seconds, rate: perSecond },
});

/** What is not the same, in words. */
export function differencesOf(before: Terms, now: Terms): string[] {
  const facts = factsOf(before);
  return Object.entries(factsOf(now))
    .filter(([name, value]) => facts[name] !== value)
    .map(([name, value]) => `${name}: ${facts[name]} then, ${value} now`);
}
