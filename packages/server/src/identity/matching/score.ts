/** What is compared, the possible results and their points. A pair that agrees in everything scores 1. */
const points = {
  /** `similar`: not the same name, but a very similar spelling. */
  name: { equal: 0.5, trading: 0.4, former: 0.25, similar: 0.2 },
  region: { equal: 0.3, unknown: 0.1, different: 0 },
  /**
   * Domain, slug and D-U-N-S number. If only these two shared one, it would have joined them: one shared by others adds
   * nothing.
   */
  reach: { unknown: 0, shared: 0, different: -0.3 },
  founded: { equal: 0.1, near: 0.05, unknown: 0, different: -0.1 },
  /** Other companies that have the name, if it could be either of them. */
  namesakes: { none: 0.1, one: -0.1, few: -0.25, many: -0.4 },
} as const;

export type Part = keyof typeof points;
export type Found<P extends Part = Part> = P extends Part ? keyof (typeof points)[P] : never;
export type Parts = { [P in Part]: Found<P> };

export const partNames = Object.keys(points) as Part[];

export const pointsOf = <P extends Part>(part: P, found: Found<P>): number =>
  (points[part] as Record<string, number>)[found] as number;

/** Pairs with a lower score are not proposed. */
export const leastScore = 0.5;

/** How likely the two are one company, judged by name and location: from 0 to 1, the sum of its parts. */
export function scoreOf(parts: Parts): number {
  const sum = partNames.reduce((total, part) => total + pointsOf(part, parts[part]), 0);
  return Math.max(0, Math.round(sum * 100) / 100);
}
