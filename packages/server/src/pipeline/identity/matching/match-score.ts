import { type Feature, type Level, weightOf } from '../scoring/features.ts';
import { probabilityAmong } from '../scoring/score.ts';

/** What is compared, and the possible results. */
export interface Parts {
  /** `similar`: not the same name, but a very similar spelling. */
  name: 'equal' | 'trading' | 'former' | 'similar';
  region: 'equal' | 'unknown' | 'different';
  /**
   * Domain, slug and D-U-N-S number. If only these two shared one, it would have joined them: one shared by others adds
   * nothing.
   */
  reach: 'unknown' | 'shared' | 'different';
  founded: 'equal' | 'near' | 'unknown' | 'different';
  /** Other companies that have the name, if it could be either of them. */
  namesakes: 'none' | 'one' | 'few' | 'many';
}
export type Part = keyof Parts;

/** What the scorer calls each part. A result that it does not know says nothing. */
const features: { [P in Exclude<Part, 'namesakes'>]: { feature: Feature; levels: Partial<Record<Parts[P], Level>> } } =
  {
    name: { feature: 'name', levels: { equal: 'equal', trading: 'trading', former: 'former', similar: 'strong' } },
    region: { feature: 'region', levels: { equal: 'equal', different: 'different' } },
    reach: { feature: 'domain', levels: { different: 'different' } },
    founded: { feature: 'year_founded', levels: { equal: 'equal', near: 'near', different: 'different' } },
  };
const compared = Object.keys(features) as (keyof typeof features)[];

export const partNames: readonly Part[] = [...compared, 'namesakes'];

/** The weight of a part in the scorer's table, as log-odds; undefined: it has none of its own. */
export function partWeight<P extends Part>(part: P, found: Parts[P]): number | undefined {
  if (part === 'namesakes') return undefined;
  const { feature, levels } = features[part as keyof typeof features];
  const level = (levels as Readonly<Record<string, Level>>)[found];
  return level && weightOf(feature, level);
}

/** Pairs with a lower score are not proposed. */
export const leastScore = 0.1;

/**
 * How likely the two are one company, by name and location.
 * @param namesakes how many other companies fit equally well
 */
export const scoreOf = (parts: Parts, namesakes: number): number =>
  probabilityAmong(
    compared.map((part) => partWeight(part, parts[part]) ?? 0),
    namesakes,
  );
