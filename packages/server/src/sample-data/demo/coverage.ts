import { Random } from './random.ts';

/** The share of records that have each kind of value, except for the almost empty ones. */
const shares = {
  country: 0.8,
  observed: 0.4,
  home: 0.8,
  size: 0.75,
  sizeOnlyAsBand: 0.15,
  founded: 0.6,
  type: 0.65,
  status: 0.8,
  revenue: 0.45,
  places: 0.75,
  seat: 0.6,
  industries: 0.7,
  codes: 0.4,
  description: 0.5,
  tagline: 0.3,
  keywords: 0.4,
  phones: 0.6,
  emails: 0.5,
  website: 0.7,
  socialMedia: 0.3,
  registers: 0.06,
  nextGen: 0.165,
  tradingNames: 0.1,
  formerNames: 0.05,
  examples: 0.3,
} as const;

type Thing = keyof typeof shares;

/** Which kinds of values a record has. */
export type Coverage = Readonly<Record<Thing, boolean>>;

/**
 * Each record uses one of a fixed number of coverages, instead of a random draw per value: objects of a million
 * different shapes are several times slower to create, and make V8's shape tables grow.
 */
const count = 120;

function draw(): Coverage[] {
  const random = new Random().restart(0, 0, 0);
  const coverages = Array.from({ length: count }, () => ({}) as Record<Thing, boolean>);
  for (const thing of Object.keys(shares) as Thing[]) {
    // Exactly this share, in random order.
    const dealt = coverages.map((coverage) => ({ coverage, order: random.fraction() }));
    dealt.sort((a, b) => a.order - b.order);
    for (const [place, { coverage }] of dealt.entries()) coverage[thing] = place < shares[thing] * count;
  }
  return coverages;
}

export const coverages: readonly Coverage[] = draw();
