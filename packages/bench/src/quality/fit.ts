import type { Weights } from '../../../server/src/pipeline/identity/scoring/features.ts';
import type { ComparedItem } from './items.ts';

/** An item as numbers: the parameters that each candidate has, and which candidate is right (-1: none). */
interface Example {
  readonly candidates: readonly (readonly number[])[];
  readonly right: number;
}

/** A change of the weights is only worth its size if enough items support it. */
const stiffness = 2;
const steps = 600;
const stepSize = 0.05;
const [decayMean, decaySquare] = [0.9, 0.999];

/**
 * What agrees never speaks against a candidate, and what contradicts never for it. Equal register numbers are one
 * company, two numbers of one register are two, and so are companies of two countries, whatever the names say: too few
 * items of the directory show it. A company may have other domains than the known one, which no item of it has.
 */
const least: Readonly<Record<string, number>> = { equal: 0.1, 'number.equal': 9, 'domain.different': -2.5 };
const most: Readonly<Record<string, number>> = { different: -0.1, 'number.different': -10, 'country.different': -8 };
const bounded = (name: string, value: number): number => {
  const [, level = ''] = name.split('.');
  return Math.min(most[name] ?? most[level] ?? Infinity, Math.max(least[name] ?? least[level] ?? -Infinity, value));
};

const nameOf = (feature: string, level: string) => `${feature}.${level}`;

/** The parameters of a table, in its order; the prior is the first. */
function parametersOf({ prior, weights }: Weights): { names: string[]; values: number[] } {
  const entries = Object.entries(weights).flatMap(([feature, levels]) =>
    Object.entries(levels).map(([level, weight]) => [nameOf(feature, level), weight] as const),
  );
  return {
    names: ['prior', ...entries.map(([name]) => name)],
    values: [prior, ...entries.map(([, weight]) => weight)],
  };
}

function toExample(item: ComparedItem, indexOf: ReadonlyMap<string, number>): Example {
  const [key] = item.truth;
  return {
    right: item.candidates.findIndex((candidate) => candidate.key === key),
    candidates: item.candidates.map(({ compared }) => [
      0,
      ...compared.map(({ feature, level }) => indexOf.get(nameOf(feature, level)) as number),
    ]),
  };
}

/** Adds the gradient of the log-likelihood of one example, and returns its log-likelihood. */
function learn({ candidates, right }: Example, values: readonly number[], gradient: number[]): number {
  const sums = candidates.map((parameters) => parameters.reduce((sum, at) => sum + (values[at] as number), 0));
  const most = Math.max(0, ...sums);
  const odds = sums.map((sum) => Math.exp(sum - most));
  const all = odds.reduce((sum, one) => sum + one, Math.exp(-most));
  candidates.forEach((parameters, nth) => {
    const missing = (nth === right ? 1 : 0) - (odds[nth] as number) / all;
    for (const at of parameters) gradient[at] = (gradient[at] as number) + missing;
  });
  return (right < 0 ? 0 : (sums[right] as number)) - most - Math.log(all);
}

export interface Fitted {
  readonly weights: Weights;
  /** The mean log-likelihood of an item, before and after. */
  readonly before: number;
  readonly after: number;
}

/**
 * Finds the weights under which the true candidates are most likely, by gradient ascent (Adam). What few items show stays
 * near the given table.
 */
export function fitWeights(given: Weights, items: readonly ComparedItem[]): Fitted {
  const { names, values: start } = parametersOf(given);
  const indexOf = new Map(names.map((name, at) => [name, at]));
  const examples = items.map((item) => toExample(item, indexOf)).filter(({ candidates }) => candidates.length > 0);
  const values = [...start];
  const mean = values.map(() => 0);
  const square = values.map(() => 0);
  const likelihood = () => {
    const unused = values.map(() => 0);
    return examples.reduce((sum, one) => sum + learn(one, values, unused), 0) / examples.length;
  };
  const before = likelihood();
  for (let step = 1; step <= steps; step++) {
    const gradient = values.map((value, at) => stiffness * ((start[at] as number) - value));
    for (const one of examples) learn(one, values, gradient);
    values.forEach((value, at) => {
      const slope = (gradient[at] as number) / examples.length;
      mean[at] = decayMean * (mean[at] as number) + (1 - decayMean) * slope;
      square[at] = decaySquare * (square[at] as number) + (1 - decaySquare) * slope ** 2;
      const unbiased = (mean[at] as number) / (1 - decayMean ** step);
      const scale = Math.sqrt((square[at] as number) / (1 - decaySquare ** step)) + 1e-9;
      values[at] = bounded(names[at] as string, value + (stepSize * unbiased) / scale);
    });
  }
  return { weights: toTable(given, names, values), before, after: likelihood() };
}

const round = (value: number) => Math.round(value * 100) / 100;

function toTable({ weights }: Weights, names: readonly string[], values: readonly number[]): Weights {
  const fittedOf = new Map(names.map((name, at) => [name, round(values[at] as number)]));
  const table = Object.entries(weights).map(([feature, levels]) => [
    feature,
    Object.fromEntries(Object.keys(levels).map((level) => [level, fittedOf.get(nameOf(feature, level))])),
  ]);
  return { prior: fittedOf.get('prior') as number, weights: Object.fromEntries(table) };
}
