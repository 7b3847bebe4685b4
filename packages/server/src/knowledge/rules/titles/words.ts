import { medicalWord, phraseAbbreviations, wordAbbreviations } from './abbreviations.ts';
import {
  expandTokens,
  foldText,
  joinDottedLetters,
  pairedScripts,
  spaceScripts,
  thaiScript,
  titlePattern,
} from './normalize.ts';

const stopWords = new Set(['of', 'the', 'and', 'for', 'to', 'และ']);
const separation = /[^\p{L}\p{M}\p{N}]+/gu;
const scriptRun = new RegExp(
  `(?<pairs>[${pairedScripts}]+)|(?<thai>${thaiScript}+)|[^${pairedScripts}${thaiScript}]+`,
  'gu',
);
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });
const phrase = new RegExp(`(?<!\\S)(?:${[...phraseAbbreviations.keys()].join('|')})(?!\\S)`, 'gu');
const doctor = titlePattern(medicalWord);

/** A word of a title or query. Words that do not count are indexed, but not required by a query. */
type Word = { text: string; counts: boolean };

/** Every pair of neighboring characters; single characters are indexed too, so that 長 alone finds 部長. */
function pairsOf(run: string): Word[] {
  const characters = [...run];
  if (characters.length === 1) return [{ text: run, counts: true }];
  const pairs = characters.slice(1).map((character, i) => ({ text: `${characters[i]}${character}`, counts: true }));
  return [...pairs, ...characters.map((text) => ({ text, counts: false }))];
}

function thaiWordsOf(run: string): Word[] {
  // NFKC decomposes ำ, and the dictionary has no word with the decomposed form.
  const segments = [...thaiWords.segment(run.replaceAll('\u0e4d\u0e32', '\u0e33'))];
  return segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => ({ text: segment, counts: true }));
}

function wordsOfToken(token: string): Word[] {
  return [...token.matchAll(scriptRun)].flatMap(({ 0: run, groups }) => {
    if (groups?.pairs) return pairsOf(run);
    return groups?.thai ? thaiWordsOf(run) : [{ text: run, counts: true }];
  });
}

const dropStopWords = (text: string): string =>
  text
    .split(' ')
    .filter((token) => token !== '' && !stopWords.has(token))
    .join(' ');

function expand(text: string): string {
  const bare = dropStopWords(text);
  // In company data MD mostly means managing director; it stays a degree only next to a medical word.
  const role = doctor.test(bare) ? bare : bare.replace(/(?<!\S)md(?!\S)/gu, 'managing director');
  const phrased = role.replace(phrase, (short) => phraseAbbreviations.get(short) ?? short);
  return dropStopWords(expandTokens(phrased, wordAbbreviations));
}

function analyze(text: string): Word[] {
  const separated = joinDottedLetters(foldText(text)).replace(separation, ' ');
  return expand(spaceScripts(separated))
    .split(' ')
    .flatMap(wordsOfToken)
    .filter((word) => /[\p{L}\p{N}]/u.test(word.text) && !stopWords.has(word.text));
}

const distinct = (words: Word[]): string[] => [...new Set(words.map(({ text }) => text))];

/**
 * The distinct words by which a title is found, and how many of them count toward its length.
 *
 * @example titleWords('VP of Sales') // { words: ['vice', 'president', 'sales'], count: 3 }
 */
export function titleWords(title: string): { words: string[]; count: number } {
  const words = analyze(title);
  return { words: distinct(words), count: distinct(words.filter(({ counts }) => counts)).length };
}

/** The words that a title must all contain to match this `position`; empty if it contains no word. */
export const searchWords = (position: string): string[] => distinct(analyze(position).filter(({ counts }) => counts));
