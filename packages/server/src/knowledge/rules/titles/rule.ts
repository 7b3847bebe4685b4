import { titlePattern } from './normalize.ts';

/** Chinese words may serve Japanese titles and the reverse; each is listed once. */
type TitleLanguage = 'en' | 'fr' | 'id' | 'ms' | 'vi' | 'ja' | 'ko' | 'th' | 'zh';
type Phrases = Partial<Record<TitleLanguage, readonly string[]>>;

/**
 * What a rule matches in a normalized title: phrases anywhere in it, by language. They match whole words, or any
 * characters in languages that put no spaces between words.
 */
interface Matches extends Phrases {
  /** Phrases that are the whole title. */
  titles?: Phrases;
  /** Regular expressions, for what phrases cannot express. */
  patterns?: readonly string[];
}

/** One rule of a table: the seniority level or department that it is about, what a match does, and why. */
export interface TitleRule<Effect extends string> {
  id: number;
  effect: Effect;
  why: string;
  matches: Matches;
}

/** How a table writes the rules of one level or department. */
export const rulesFor =
  <Effect extends string>(id: number) =>
  (effect: Effect, why: string, matches: Matches): TitleRule<Effect> => ({ id, effect, why, matches });

const spacedLanguages: ReadonlySet<string> = new Set<TitleLanguage>(['en', 'fr', 'id', 'ms', 'vi']);

/**
 * A list of phrases, separated by commas and line breaks. A `*` beside a letter stands for the rest of the word;
 * everything else is as in a regular expression.
 *
 * @example phrases`recruit*, head of (people|talent)` // ['recruit\\w*', 'head of (people|talent)']
 */
export function phrases(text: TemplateStringsArray, ...lists: string[]): string[] {
  return String.raw(text, ...lists)
    .split(/[,\n]/)
    .map((phrase) => phrase.trim().replaceAll(/(?<![.)\]]|\\w)\*/g, String.raw`\w*`))
    .filter((phrase) => phrase !== '');
}

/** A part of a phrase: one of a list, e.g. in `phrases`, as `${anyOf`sales, marketing`} manager`. */
export const anyOf = (text: TemplateStringsArray, ...lists: string[]): string =>
  `(?:${phrases(text, ...lists).join('|')})`;

function sourceOf({ titles = {}, patterns = [], ...words }: Matches): string {
  const [spaced = [], unspaced = []] = [true, false].map((isSpaced) =>
    Object.entries(words).flatMap(([language, list]) => (spacedLanguages.has(language) === isSpaced ? list : [])),
  );
  const whole = Object.values(titles).flat();
  return [
    ...(spaced.length > 0 ? [String.raw`\b(?:${spaced.join('|')})\b`] : []),
    ...unspaced,
    ...(whole.length > 0 ? [`^(?:${whole.join('|')})$`] : []),
    ...patterns,
  ].join('|');
}

/** The rules of one effect, compiled, for all classes or for each. */
export function patternsOf<Effect extends string>(rules: readonly TitleRule<Effect>[], effect: Effect): RegExp[] {
  return rules.filter((rule) => rule.effect === effect).map((rule) => titlePattern(sourceOf(rule.matches), 'g'));
}

export function patternsByClass<Effect extends string>(
  rules: readonly TitleRule<Effect>[],
  effect: Effect,
): Map<number, RegExp[]> {
  const ofEffect = rules.filter((rule) => rule.effect === effect);
  const byClass = Map.groupBy(ofEffect, ({ id }) => id);
  return new Map([...byClass].map(([id, ofClass]) => [id, patternsOf(ofClass, effect)]));
}

/** Overwrites phrases that must not count by as many `~`, so that positions stay comparable. */
export function blot(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((left, pattern) => left.replace(pattern, (phrase) => '~'.repeat(phrase.length)), text);
}

/** Where the first of the patterns matches, or -1. */
export function firstMatch(text: string, patterns: readonly RegExp[]): number {
  const places = patterns.map((pattern) => text.search(pattern)).filter((place) => place >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}
