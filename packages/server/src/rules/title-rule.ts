import { titlePattern } from './title-pattern.ts';

/** One line of a rule table: the class it speaks of, what a match does, the pattern, and why it is there. */
export type TitleRule<Effect extends string> = readonly [id: number, effect: Effect, pattern: string, why: string];

/** The rows of one effect, compiled, for all classes or for each. */
export function patternsOf<Effect extends string>(rules: readonly TitleRule<Effect>[], effect: Effect): RegExp[] {
  return rules.filter((rule) => rule[1] === effect).map((rule) => titlePattern(rule[2], 'g'));
}

export function patternsByClass<Effect extends string>(
  rules: readonly TitleRule<Effect>[],
  effect: Effect,
): Map<number, RegExp[]> {
  const rows = rules.filter((rule) => rule[1] === effect);
  const byClass = Map.groupBy(rows, ([id]) => id);
  return new Map([...byClass].map(([id, ofClass]) => [id, patternsOf(ofClass, effect)]));
}

/** Phrases that must not count, blotted out in their own length so that positions stay comparable. */
export function blot(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((left, pattern) => left.replace(pattern, (phrase) => '~'.repeat(phrase.length)), text);
}

/** Where the first of the patterns matches, or -1. */
export function firstMatch(text: string, patterns: readonly RegExp[]): number {
  const places = patterns.map((pattern) => text.search(pattern)).filter((place) => place >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}
