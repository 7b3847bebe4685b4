import { OperatorError } from '../errors/failure.ts';
import { formatNumber } from '../output/format-number.ts';
import { assumedPrices, assumptions, type Prices } from './assumptions.ts';
import type { Asked } from './figures.ts';

/** What shall be carried. */
export interface Demand {
  readonly companies: number;
  readonly people: number;
  /** Per second, in the busiest hour. */
  readonly requests: number;
  /** Of each document in the engine. */
  readonly copies: number;
  /** The part of the requests that are people searches. */
  readonly searches: number;
  /** The part of the lookups that ask about a few companies again and again. */
  readonly repeated: number;
  /** The part of the CPU that is left free. */
  readonly headroom: number;
  readonly prices: Prices;
}

/** Of what is not said. All lookups of another company is the worst. */
export const assumedDemand = {
  ...{ copies: 3, searches: 0.3, repeated: 0, headroom: 0.5 },
  prices: assumedPrices,
} as const;

type Amount = Exclude<keyof Demand, 'prices'>;

/** Beyond these the formula says nothing that somebody measured comes near to. */
const bounds: Readonly<Record<Amount, readonly [least: number, most: number]>> = {
  companies: [1, 5e9],
  people: [0, 20e9],
  requests: [0, 1e6],
  copies: [1, 9],
  searches: [0, 1],
  repeated: [0, 1],
  headroom: [0, 0.9],
};
const highestPrice = 1e6;

const isBetween = (value: number, [least, most]: readonly [number, number]) => value >= least && value <= most;

/** Refuses what makes no sense, all of it at once. */
export function checkDemand(demand: Demand): void {
  const wrong = Object.entries(bounds).filter(([name, pair]) => !isBetween(demand[name as Amount], pair));
  const dear = Object.values(demand.prices).some((price) => !isBetween(price, [0, highestPrice]));
  const problems = [
    ...wrong.map(([name, [least, most]]) => `--${name} goes from ${formatNumber(least)} to ${formatNumber(most)}.`),
    ...(Number.isInteger(demand.copies) ? [] : ['--copies is a whole number.']),
    ...(dear ? [`A price goes from 0 to ${formatNumber(highestPrice)}.`] : []),
  ];
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
}

/** How many of a hundred requests are which, as parts of one. */
export function mixOf({ searches, repeated }: Demand): Readonly<Record<Asked, number>> {
  const lookups = 1 - searches;
  const large = searches * assumptions.largeShare.value;
  return { different: lookups * (1 - repeated), zipf: lookups * repeated, small: searches - large, large };
}
