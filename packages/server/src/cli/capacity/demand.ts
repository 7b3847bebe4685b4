import { OperatorError } from '../../core/errors/failure.ts';
import { formatNumber } from '../../core/output/numbers.ts';
import { assumedPrices, assumptions, type Prices } from './assumptions.ts';
import type { Asked } from './figures.ts';

/** The data and load that an installation must handle. */
export interface Demand {
  readonly companies: number;
  readonly people: number;
  /** Requests per second in the busiest hour. */
  readonly requests: number;
  /** Copies of each document in OpenSearch. */
  readonly copies: number;
  /** The share of requests that are people searches. */
  readonly searches: number;
  /** The share of lookups that request the same few companies again. */
  readonly repeated: number;
  /** The share of the CPU that stays free. */
  readonly headroom: number;
  /** The cores of the machine that loads the data, with PostgreSQL. */
  readonly cores: number;
  readonly prices: Prices;
}

/** Defaults. Lookups without repetition are the worst case. */
export const assumedDemand = {
  copies: 3,
  searches: 0.3,
  repeated: 0,
  headroom: 0.5,
  cores: 8,
  prices: assumedPrices,
} as const;

type Amount = Exclude<keyof Demand, 'prices'>;

/** Beyond these limits, the formula is too far from anything that was measured. */
const bounds: Readonly<Record<Amount, readonly [least: number, most: number]>> = {
  companies: [1, 5e9],
  people: [0, 20e9],
  requests: [0, 1e6],
  copies: [1, 9],
  searches: [0, 1],
  repeated: [0, 1],
  headroom: [0, 0.9],
  cores: [1, 256],
};
const highestPrice = 1e6;

const isBetween = (value: number, [least, most]: readonly [number, number]) => value >= least && value <= most;

/** Throws if values are out of range, and reports all of them at once. */
export function checkDemand(demand: Demand): void {
  const wrong = Object.entries(bounds).filter(([name, pair]) => !isBetween(demand[name as Amount], pair));
  const isPriceWrong = Object.values(demand.prices).some((price) => !isBetween(price, [0, highestPrice]));
  const problems = [
    ...wrong.map(([name, [least, most]]) => `--${name} must be from ${formatNumber(least)} to ${formatNumber(most)}.`),
    ...(['copies', 'cores'] as const)
      .filter((name) => !Number.isInteger(demand[name]))
      .map((name) => `--${name} must be a whole number.`),
    ...(isPriceWrong ? [`Prices must be from 0 to ${formatNumber(highestPrice)}.`] : []),
  ];
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
}

/** The share of each kind of request; they add up to 1. */
export function mixOf({ searches, repeated }: Demand): Readonly<Record<Asked, number>> {
  const lookups = 1 - searches;
  const large = searches * assumptions.largeShare.value;
  return { different: lookups * (1 - repeated), zipf: lookups * repeated, small: searches - large, large };
}
