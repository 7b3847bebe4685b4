import { supportedCountries } from '@orgdex/contract';
import { isPlain, pairedScripts, thaiScript } from '../titles/normalize.ts';
import { expandWord } from './abbreviations.ts';
import { splitName, splitNameIn } from './name-key.ts';

const paired = new RegExp(`^[${pairedScripts}]+$`, 'u');
const thai = new RegExp(`^[${thaiScript}\\p{M}]+$`, 'u');
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });

/** 白鷺精機 becomes 白鷺, 鷺精, 精機: these scripts have no spaces between words. */
function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

const easternLetter = new RegExp(`^[${pairedScripts}${thaiScript}]$`, 'u');

/** Whether a single letter is a syllable or a word. */
export const isWholeWord = (letter: string): boolean => easternLetter.test(letter.normalize('NFKC'));

/** The words of one run of letters without spaces. */
function wordsOfRun(run: string): string[] {
  if (paired.test(run)) return pairsOf(run);
  if (thai.test(run)) return [...thaiWords.segment(run)].map(({ segment }) => segment);
  return [run];
}

const runsOf = (key: string): string[] => key.split(' ').filter(Boolean);

/** A normalized name with its abbreviations written out. */
const expandKey = (key: string): string => runsOf(key).map(expandWord).join(' ');

/** The words that the search index has of a normalized name. */
const wordsOf = (key: string): string[] => (isPlain(key) ? runsOf(key) : runsOf(key).flatMap(wordsOfRun));

/** A name as the search index has it. */
export interface SearchName {
  key: string;
  words: string[];
  /** The words of its legal forms. */
  forms: string[];
}

/** A name of nothing but legal forms is searched by them. */
export function toSearchName(country: string | undefined, name: string): SearchName {
  const { key: written, forms } = splitName(country, name);
  const key = expandKey(written);
  const formWords = forms.flatMap(wordsOf);
  return { key: key || formWords.join(' '), words: key ? wordsOf(key) : formWords, forms: formWords };
}

const latinWord = /^[a-z]+$/;
const leastIndexed = 4;
/** The shortest word that may have a typing error. */
export const leastMistyped = 5;

/**
 * A Latin word and the word without each of its letters. Two words with one typing error between them have one of these
 * in common: a letter too few, too many or wrong, or two letters exchanged.
 */
function neighborsOf(word: string): string[] {
  const neighbors = [word];
  for (let at = 0; at < word.length; at += 1) {
    // Without either of two equal letters that follow each other, the word is the same.
    if (word[at] !== word[at - 1]) neighbors.push(word.slice(0, at) + word.slice(at + 1));
  }
  return neighbors;
}

/** Thai words that follow each other are one run again: with a typing error, it is divided into other words. */
function joinThai(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (before !== undefined && thai.test(word) && thai.test(before)) joined[joined.length - 1] = before + word;
    else joined.push(word);
  }
  return joined;
}

/** What the search index has of a name to find it in spite of a typing error: other words as they are. */
export const indexedNeighbors = (words: readonly string[]): string[] =>
  joinThai(words).flatMap((word) => {
    if (latinWord.test(word)) return word.length >= leastIndexed ? neighborsOf(word) : word;
    return thai.test(word) ? pairsOf(word) : word;
  });

/** The pairs of letters of a run without spaces. A typing error spoils only those around it. */
export const pairsOfRun = (pieces: Phrase): Phrase => {
  const run = pieces.join('');
  return thai.test(run) ? pairsOf(run) : pieces;
};

/** What a word of a search may be a misspelling of; undefined: it must be right. */
export const mistypedAs = (word: string): string[] | undefined =>
  word.length >= leastMistyped && latinWord.test(word) ? neighborsOf(word) : undefined;

/** All orders of more words would be too many; of these, only those in which one word has moved. */
const mostPermuted = 4;
const mostMoved = 8;

const permutations = (words: readonly string[]): string[][] =>
  words.length < 2
    ? [[...words]]
    : words.flatMap((word, at) => permutations(words.toSpliced(at, 1)).map((rest) => [word, ...rest]));

const moves = (words: readonly string[]): string[][] =>
  words.flatMap((word, from) => {
    const rest = words.toSpliced(from, 1);
    return words.map((_, to) => rest.toSpliced(to, 0, word));
  });

/** The same words of a normalized name in another order. */
export function reorderings(key: string): string[] {
  const words = runsOf(key);
  if (words.length > mostMoved) return [];
  const orders = words.length > mostPermuted ? moves(words) : permutations(words);
  return [...new Set(orders.map((order) => order.join(' ')))].filter((order) => order !== key);
}

/** Words that follow each other: one word, or the pieces of a run without spaces. */
export type Phrase = readonly string[];

/** The name in a search, as it was typed. */
export interface NameQuery {
  /** What the name may be, depending on which of its words are legal forms. Legal forms differ between countries. */
  keys: readonly string[];
  /** The words without those that are a legal form in any country; each phrase once, in their order. */
  phrases: readonly Phrase[];
  /** The last phrase may be the beginning of a word: no legal form follows it. */
  isOpen: boolean;
  /** All words, legal forms included. */
  typed: readonly Phrase[];
  /** Nothing but legal forms: then `phrases` has them. */
  isFormsOnly: boolean;
}

const countries = [...supportedCountries, undefined];

const searchable = /[\p{L}\p{N}]/u;

/** Undefined: nothing in it can be searched for. */
export function parseNameQuery(q: string): NameQuery | undefined {
  if (!searchable.test(q)) return undefined;
  const split = splitNameIn(countries, q).map(({ key, forms }) => ({ key: expandKey(key), forms }));
  const shortest = split.reduce((best, one) => (one.key.length < best.key.length ? one : best)).key;
  const longest = split.reduce((best, one) => (one.key.length > best.key.length ? one : best)).key;
  const isFormsOnly = shortest === '';
  const runs = isFormsOnly ? formWordsOf(split) : runsOf(shortest);
  if (runs.length === 0) return undefined;
  const keys = new Set(split.map(({ key }) => key).filter(Boolean));
  return {
    keys: keys.size > 0 ? [...keys] : [runs.join(' ')],
    phrases: [...new Set(runs)].map(wordsOfRun),
    isOpen: isFormsOnly || longest.endsWith(shortest),
    typed: runsOf(longest || runs.join(' ')).map(wordsOfRun),
    isFormsOnly,
  };
}

/** The legal forms of a text that consists of them, in the words of the country that recognized them. */
function formWordsOf(split: readonly { key: string; forms: readonly string[] }[]): string[] {
  const whole = split.find(({ key }) => key === '');
  return [...new Set((whole?.forms ?? []).flatMap(wordsOf))];
}
