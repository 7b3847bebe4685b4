/**
 * What a comparison says about whether two descriptions are of one company, as log-odds: positive numbers speak for it,
 * negative ones against it.
 */
// biome-ignore format: a table
export const weights = {
  id:             { equal: 14, different: -14 },
  number:         { equal: 11, different: -7 },
  duns:           { equal: 6, different: -2 },
  domain:         { equal: 6.2, different: -1.8 },
  network:        { equal: 6.5, different: -2 },
  name:           { equal: 5.5, trading: 4.8, former: 4.2, strong: 3.4, good: 0.8, weak: -2, different: -5.5 },
  country:        { equal: 0.4, different: -4 },
  region:         { equal: 1.2, different: -2.6 },
  city:           { equal: 1.4, different: -1 },
  postcode:       { equal: 2, different: -0.8 },
  phone:          { equal: 5, different: -0.5 },
  year_founded:   { equal: 1.6, near: 0.4, different: -1 },
  employee_count: { equal: 0.8, near: 0.3, different: -0.6 },
} as const;

/** The log-odds before anything is compared: a company found by a similar name is usually another one. */
export const prior = -2.2;

export type Feature = keyof typeof weights;
type LevelOf<F> = F extends Feature ? keyof (typeof weights)[F] : never;
export type Level = LevelOf<Feature>;

export const weightOf = (feature: Feature, level: Level): number =>
  (weights[feature] as Readonly<Record<string, number>>)[level] ?? 0;
