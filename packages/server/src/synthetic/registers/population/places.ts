import { type Random, weighted } from '../../../sample-data/demo/random.ts';

export interface Place {
  state: string;
  town: string;
  /** The first of a hundred postcodes. */
  postcode: number;
}

/** Each state, weighted by its population in percent. */
const lines: [percent: number, state: string, town: string, postcode: number][] = [
  [20, 'NSW', 'Sydney', 2000],
  [7, 'NSW', 'Parramatta', 2100],
  [4, 'NSW', 'Newcastle', 2300],
  [20, 'VIC', 'Melbourne', 3000],
  [6, 'VIC', 'Geelong', 3200],
  [14, 'QLD', 'Brisbane', 4000],
  [6, 'QLD', 'Townsville', 4800],
  [11, 'WA', 'Perth', 6000],
  [7, 'SA', 'Adelaide', 5000],
  [2, 'TAS', 'Hobart', 7000],
  [2, 'ACT', 'Canberra', 2600],
  [1, 'NT', 'Darwin', 800],
];

export const places: readonly Place[] = weighted(
  lines.map(([percent, state, town, postcode]) => [{ state, town, postcode }, percent] as const),
);

export const postcodeIn = (random: Random, { postcode }: Place): string =>
  String(postcode + random.below(100)).padStart(4, '0');
