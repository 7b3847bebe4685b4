import table from './weights.json' with { type: 'json' };

/**
 * What a comparison says about whether two descriptions are of one company, as log-odds: positive numbers speak for it,
 * negative ones against it. The prior is what holds before anything is compared: a company that is found by a similar
 * name is usually another one.
 *
 * `npm run bench -- quality fit --seed 1` computes the table from a synthetic directory of known companies.
 */
export interface Weights {
  readonly prior: number;
  readonly weights: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const fitted: Weights = table;
export const { prior } = table;

export type Feature = keyof typeof table.weights;
type LevelOf<F> = F extends Feature ? keyof (typeof table.weights)[F] : never;
export type Level = LevelOf<Feature>;

export const weightOf = (feature: Feature, level: Level): number => fitted.weights[feature]?.[level] ?? 0;
