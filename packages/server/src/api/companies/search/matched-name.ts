import type { CompanyCard } from '@orgdex/contract';
import { mistypedAs, type NameQuery, type Phrase, toSearchName } from '../../../knowledge/rules/names/search-words.ts';
import type { FoundCard } from '../../../stores/opensearch/companies/cards.ts';

/** Where the words of a phrase follow each other in a name. */
function hasPhrase(words: readonly string[], phrase: Phrase, isOpen: boolean): boolean {
  const last = phrase.length - 1;
  return words.some((_, start) =>
    phrase.every((word, at) => {
      const found = words[start + at];
      return isOpen && at === last ? found?.startsWith(word) : found === word;
    }),
  );
}

const isMistyped = (words: readonly string[], [word = '']: Phrase): boolean => {
  const spellings = new Set(mistypedAs(word) ?? [word]);
  return words.some((one) => (mistypedAs(one) ?? [one]).some((spelling) => spellings.has(spelling)));
};

/** How well a name matches, as the search ranks it; 0: not at all. */
function gradeOf(name: string, country: string | undefined, query: NameQuery): number {
  const { key, words } = toSearchName(country, name);
  const { keys, phrases, isOpen } = query;
  if (keys.includes(key)) return 5;
  const isComplete = phrases.every((phrase) => hasPhrase(words, phrase, false));
  if (isComplete) return hasPhrase(words, phrases.flat(), false) ? 4 : 3;
  if (phrases.every((phrase, at) => hasPhrase(words, phrase, isOpen && at === phrases.length - 1))) return 2;
  return phrases.every((phrase) => hasPhrase(words, phrase, false) || isMistyped(words, phrase)) ? 1 : 0;
}

/** The trading or former name that matches better than the current one; null: none does. */
function matchedName({ card: { name, country }, otherNames }: FoundCard, query: NameQuery): string | null {
  if (otherNames.length === 0) return null;
  const grade = (one: string) => gradeOf(one, country ?? undefined, query);
  let best = { name: null as string | null, grade: name === null ? 0 : grade(name) };
  for (const other of otherNames) {
    const found = grade(other);
    if (found > best.grade) best = { name: other, grade: found };
  }
  return best.name;
}

/** The cards of a search, each with the other name that it was found by. */
export const withMatchedNames = (found: readonly FoundCard[], query: NameQuery | undefined): CompanyCard[] =>
  found.map((one) => (query ? { ...one.card, matched_name: matchedName(one, query) } : one.card));
