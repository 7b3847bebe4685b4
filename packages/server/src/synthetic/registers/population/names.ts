import { industries } from '../../../sample-data/demo/industries.ts';
import { nameWords } from '../../../sample-data/demo/name-words.ts';
import type { Random } from '../../../sample-data/demo/random.ts';

const upper = (words: readonly { word: string }[]) => words.map(({ word }) => word.toUpperCase());
const first = upper(nameWords.en.first);
const second = upper(nameWords.en.second);
const trades = industries.flatMap(({ trades }) => trades.map((trade) => trade.toUpperCase()));

/** New combinations of things, plants and trades; none is, to our knowledge, the name of a person or company. */
export function makeName(random: Random): string {
  const head = random.pick(first);
  const tail = random.pick(second);
  const trade = random.pick(trades);
  return random.chance(0.1) ? `${head} & ${tail} ${trade}` : `${head}${tail} ${trade}`;
}

/** New combinations too: to our knowledge no real person is called Quill Bramble Saltmere. */
export interface PersonName {
  given: string;
  middle: string | undefined;
  family: string;
}

export function makePersonName(random: Random): PersonName {
  const family = random.pick(first) + random.pick(second);
  return { given: random.pick(first), middle: random.chance(0.5) ? random.pick(first) : undefined, family };
}
