import { isWholeWord, leastMistyped } from '../../../knowledge/rules/names/search-words.ts';

/** Words that many companies have in their names: they say little about which company it is. */
const commonWords = new Set(
  [
    'and the of for a group holdings holding services service solutions international australia australian national',
    'company enterprises enterprise trading management consulting systems technologies technology global industries',
    'investments investment properties property development developments construction partners associates',
  ]
    .join(' ')
    .split(' '),
);

const weightOf = (word: string): number => (commonWords.has(word) ? 0.3 : 1);

/** Whether two words differ by one letter: missing, extra, wrong, or two exchanged. */
function isOneApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}

const leastPrefix = 3;

/** How much two words are one, from 0 to 1. */
function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length >= leastMistyped - 1 && long.length >= leastMistyped && isOneApart(short, long)) return 0.9;
  return short.length >= leastPrefix && long.startsWith(short) ? 0.8 : 0;
}

/** One wrong letter in a shorter name of these scripts is another name. */
const leastWrongLetter = 8;

/**
 * Names in scripts without spaces that differ by one letter: missing or extra, or wrong in a long name. Their words are
 * pairs of letters, of which one letter spoils two.
 */
export function isMistypedRun(a: string, b: string): boolean {
  if (!isWholeWord(a.charAt(0))) return false;
  const [one, other] = [a.replaceAll(' ', ''), b.replaceAll(' ', '')];
  const [short, long] = [one.length, other.length].sort((x, y) => x - y) as [number, number];
  const least = short === long ? leastWrongLetter : leastMistyped;
  return short >= least && one !== other && isOneApart(one, other);
}

/** The share of the words of one name that the other has, each by its weight. */
function covered(words: readonly string[], others: readonly string[]): number {
  const total = words.reduce((sum, word) => sum + weightOf(word), 0);
  const found = words.reduce(
    (sum, word) => sum + weightOf(word) * Math.max(0, ...others.map((other) => wordSimilarity(word, other))),
    0,
  );
  return total === 0 ? 0 : found / total;
}

/** A word with a typing error is still the same word. */
const leastContained = 0.9;

export interface NameSimilarity {
  /** From 0 to 1. */
  readonly similarity: number;
  /** One name has all words of the other, and perhaps more. If both have other words, they are rather two names. */
  readonly isContained: boolean;
}

/** How similar two names are, by their words in any order. */
export function compareWords(words: readonly string[], others: readonly string[]): NameSimilarity {
  const [one, other] = [covered(words, others), covered(others, words)];
  const similarity = one + other === 0 ? 0 : (2 * one * other) / (one + other);
  return { similarity, isContained: Math.max(one, other) >= leastContained };
}
