import type { SupportedCountry } from '@orgdex/contract';
import { type Random, weighted } from './random.ts';
import { type TitleLanguage, titleWords } from './title-words.ts';

const english: TitleLanguage[] = ['en'];

/** The languages of the titles of a country, each as often as it occurs among twenty. */
const languages: Record<SupportedCountry, readonly TitleLanguage[]> = {
  AU: english,
  NZ: english,
  US: english,
  PH: english,
  SG: weighted([
    ['en', 19],
    ['zh', 1],
  ]),
  MY: weighted([
    ['en', 14],
    ['ms', 6],
  ]),
  ID: weighted([
    ['id', 11],
    ['en', 9],
  ]),
  HK: weighted([
    ['en', 13],
    ['zh', 7],
  ]),
  JP: weighted([
    ['ja', 17],
    ['en', 3],
  ]),
  VN: weighted([
    ['vi', 14],
    ['en', 6],
  ]),
  KR: weighted([
    ['ko', 16],
    ['en', 4],
  ]),
  TH: weighted([
    ['th', 13],
    ['en', 7],
  ]),
  CA: weighted([
    ['en', 16],
    ['fr', 4],
  ]),
};

interface Title {
  text: string;
  leads: boolean;
}

/**
 * A title in a language of the country. The first people of a company are mostly leaders; later they become rare, but
 * still occur, because large companies have many directors.
 */
export function titleOf(random: Random, country: SupportedCountry, ordinal: number): Title {
  const { leaders, staff, parts } = titleWords[random.pick(languages[country])];
  if (random.chance(0.01 + 2 / (ordinal + 2.5))) return { text: random.pick(leaders), leads: true };
  if (random.chance(0.5)) return { text: random.pick(staff), leads: false };
  let text = '';
  for (const part of parts) text += random.pick(part);
  return { text, leads: false };
}
