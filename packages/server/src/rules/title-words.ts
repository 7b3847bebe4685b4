import { medicalWord, phraseAbbreviations, wordAbbreviations } from './title-abbreviations.ts';
import { expandTokens, foldText, joinDottedLetters, pairedScripts, spaceScripts, thaiScript } from './title-normal.ts';
import { titlePattern } from './title-pattern.ts';

const joiningWords = new Set(['of', 'the', 'and', 'for', 'to', 'และ']);
const separation = /[^\p{L}\p{M}\p{N}]+/gu;
const scriptRun = new RegExp(
  `(?<pairs>[${pairedScripts}]+)|(?<thai>${thaiScript}+)|[^${pairedScripts}${thaiScript}]+`,
  'gu',
);
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });
const phrase = new RegExp(`(?<!\\S)(?:${[...phraseAbbreviations.keys()].join('|')})(?!\\S)`, 'gu');
const doctor = titlePattern(medicalWord);

/** A word that a question requires and a title counts, or one that a title only holds. */
type Word = { text: string; counts: boolean };

/** Every pair of neighbours; each single character is held too, so that 長 alone finds 部長. */
function pairsOf(run: string): Word[] {
  const characters = [...run];
  if (characters.length === 1) return [{ text: run, counts: true }];
  const pairs = characters.slice(1).map((character, i) => ({ text: `${characters[i]}${character}`, counts: true }));
  return [...pairs, ...characters.map((text) => ({ text, counts: false }))];
}

function thaiWordsOf(run: string): Word[] {
  // NFKC takes ำ apart, and the dictionary knows no word that is spelt so.
  const segments = [...thaiWords.segment(run.replaceAll('\u0e4d\u0e32', '\u0e33'))];
  return segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => ({ text: segment, counts: true }));
}

function wordsOfToken(token: string): Word[] {
  return [...token.matchAll(scriptRun)].flatMap(({ 0: run, groups }) => {
    if (groups?.pairs) return pairsOf(run);
    return groups?.thai ? thaiWordsOf(run) : [{ text: run, counts: true }];
  });
}

const dropJoiningWords = (text: string): string =>
  text
    .split(' ')
    .filter((token) => token !== '' && !joiningWords.has(token))
    .join(' ');

function expand(text: string): string {
  const bare = dropJoiningWords(text);
  // MD is a managing director far more often than a doctor in company data, so only a medical word beside it keeps it.
  const role = doctor.test(bare) ? bare : bare.replace(/(?<!\S)md(?!\S)/gu, 'managing director');
  const phrased = role.replace(phrase, (short) => phraseAbbreviations.get(short) ?? short);
  return dropJoiningWords(expandTokens(phrased, wordAbbreviations));
}

function analyse(text: string): Word[] {
  const separated = joinDottedLetters(foldText(text)).replace(separation, ' ');
  return expand(spaceScripts(separated))
    .split(' ')
    .flatMap(wordsOfToken)
    .filter((word) => /[\p{L}\p{N}]/u.test(word.text) && !joiningWords.has(word.text));
}

const distinct = (words: Word[]): string[] => [...new Set(words.map(({ text }) => text))];

/**
 * The distinct words a title is found by, and how many of them count as its length.
 *
 * @example titleWords('VP of Sales') // { words: ['vice', 'president', 'sales'], count: 3 }
 */
export function titleWords(title: string): { words: string[]; count: number } {
  const words = analyse(title);
  return { words: distinct(words), count: distinct(words.filter(({ counts }) => counts)).length };
}

/** The words that a title must hold, all of them, to answer this `position`; none when nothing in it is a word. */
export const questionWords = (position: string): string[] => distinct(analyse(position).filter(({ counts }) => counts));
