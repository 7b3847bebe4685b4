import { parts, type Random } from './random.ts';

/**
 * The relative size of a company: Pareto with exponent 1, so that ranks and sizes follow Zipf's law. The median is 1. It
 * depends on the seed and the index only; `headcounts` converts it to people.
 */
export function weightOf(random: Random, seed: number, index: number): number {
  const fraction = 1 - random.restart(seed, index, parts.size).fraction();
  return 1 / fraction - 1;
}

export interface DemoSize {
  companies: number;
  people: number;
  seed: number;
}

/** The largest share of the people that one company may have: 5 %, and no more than 50,000 people. */
function largestShareOf({ companies, people }: DemoSize): number {
  const largest = Math.max(1, Math.min(50_000, Math.floor(people * 0.05)));
  // Twice the mean is the least that allows any skew. It matters for fewer than 40 companies.
  return Math.max(largest / people, 2 / companies);
}

function sumOfWeights(random: Random, { companies, seed }: DemoSize, ceiling: number): number {
  let sum = 0;
  for (let index = 0; index < companies; index++) sum += Math.min(ceiling, weightOf(random, seed, index));
  return sum;
}

/** The weight at which companies are capped, so that none exceeds the largest share, and the sum after capping. */
function cut(random: Random, size: DemoSize): { ceiling: number; sum: number } {
  // Slightly less, so that rounding up never adds a person.
  const share = largestShareOf(size) * (1 - 1e-6);
  let ceiling = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < 60; pass++) {
    const sum = sumOfWeights(random, size, ceiling);
    const next = share * sum;
    if (next >= ceiling * (1 - 1e-8)) return { ceiling, sum };
    ceiling = next;
  }
  return { ceiling, sum: sumOfWeights(random, size, ceiling) };
}

/** The number of person records of each company, in order; they add up to `people`. */
export function* headcounts(random: Random, size: DemoSize): Generator<number> {
  const { ceiling, sum } = cut(random, size);
  let weight = 0;
  let given = 0;
  for (let index = 0; index < size.companies; index++) {
    weight += Math.min(ceiling, weightOf(random, size.seed, index));
    const last = index === size.companies - 1;
    const due = last ? size.people : Math.floor((size.people * weight) / sum);
    yield due - given;
    given = due;
  }
}
