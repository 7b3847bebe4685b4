import {
  mistypedAs,
  type NameQuery,
  type Phrase,
  pairsOfRun,
  reorderings,
} from '../../../knowledge/rules/names/search-words.ts';

export type Query = Record<string, unknown>;

/** How a search reads the name: as it is, or with typing errors. */
export type Spelling = 'exact' | 'mistyped';

/** Words of one name are at most this far apart; the words of two names are farther. */
const sameName = { max_gaps: 90 };
const adjacent = { max_gaps: 0, ordered: true };

/** Words that follow each other. */
const inSequence = (words: Phrase): Query => ({ match: { query: words.join(' '), ...adjacent } });

export const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

/** The words of a phrase, one after the other; the last one may be the beginning of a word. */
function phraseInterval(phrase: Phrase, isOpen: boolean): Query {
  if (!isOpen) return inSequence(phrase);
  const start = phrase.slice(0, -1);
  const prefix = { prefix: { prefix: phrase.at(-1) } };
  if (start.length === 0) return prefix;
  return { all_of: { ...adjacent, intervals: [inSequence(start), prefix] } };
}

/** Companies with a name that has all the phrases, in any order. */
function allPhrases(phrases: readonly Phrase[], isOpen: boolean): Query {
  const word = only(phrases);
  const single = word && only(word);
  if (single !== undefined) return isOpen ? { prefix: { names: single } } : { term: { names: single } };
  const intervals = phrases.map((phrase, at) => phraseInterval(phrase, isOpen && at === phrases.length - 1));
  const rule = only(intervals) ?? { all_of: { ordered: false, ...sameName, intervals } };
  return { intervals: { names: rule } };
}

/** Words of one name in `near` are at most this far apart. */
const sameNearName = { max_gaps: 9000 };

const oneOf = (spellings: readonly string[]): Query => {
  const intervals = spellings.map((query) => ({ match: { query } }));
  return only(intervals) ?? { any_of: { intervals } };
};

/** With fewer pairs of letters that are right, too many names would match. */
const leastRight = 3;
/** The most pairs of letters that one wrong letter spoils, in the search and in the name. */
const mostSpoiled = 2;

/** With more pairs than this, they say enough without their order; OpenSearch allows 1,024 clauses. */
const mostOrdered = 12;

/**
 * A run without spaces with one letter that is missing, extra or wrong: the pairs before it, and those after it. Each
 * place of the error is a query of its own: Lucene would expand a choice of them inside other intervals.
 */
function mistypedRun(pairs: Phrase, isOrdered: boolean): Query {
  if (!isOrdered) {
    const terms = [...new Set(pairs)].map((pair) => ({ term: { near: pair } }));
    return { bool: { should: terms, minimum_should_match: terms.length - mostSpoiled } };
  }
  const should: Query[] = [];
  for (let spoiled = 1; spoiled <= mostSpoiled; spoiled++) {
    for (let from = 0; from + spoiled <= pairs.length; from++) {
      const [before, after] = [pairs.slice(0, from), pairs.slice(from + spoiled)];
      const isAtEnd = before.length === 0 || after.length === 0;
      if (before.length + after.length < leastRight || (isAtEnd && spoiled > 1)) continue;
      const right = [before, after].filter(({ length }) => length > 0);
      const matches = right.map(inSequence);
      const near = only(matches) ?? { all_of: { ordered: true, max_gaps: mostSpoiled, intervals: matches } };
      should.push({ intervals: { near } });
    }
  }
  return { bool: { should } };
}

const isLongRun = (phrase: Phrase): boolean => pairsOfRun(phrase).length > leastRight;

/** Whether a typing error in a phrase can be distinguished from another word. */
export const mayBeMistyped = (phrase: Phrase): boolean =>
  isLongRun(phrase) || (phrase.length === 1 && mistypedAs(phrase[0] as string) !== undefined);

/** Every word of a name, each with at most one typing error. Only runs without spaces may be in another name. */
function mistypedPhrases({ phrases }: NameQuery): Query[] {
  const pairs = phrases.filter(isLongRun).map(pairsOfRun);
  const runs = pairs.map((run) => mistypedRun(run, pairs.flat().length <= mostOrdered));
  const intervals = phrases
    .filter((phrase) => !isLongRun(phrase))
    .map((phrase) => {
      const spellings = phrase.length === 1 ? mistypedAs(phrase[0] as string) : undefined;
      return spellings ? oneOf(spellings) : inSequence(pairsOfRun(phrase));
    });
  if (intervals.length === 0) return runs;
  const near = only(intervals) ?? { all_of: { ordered: false, ...sameNearName, intervals } };
  return [...runs, { intervals: { near } }];
}

/** Legal forms alone are words like others. */
const anyForms = ({ phrases }: NameQuery): Query[] =>
  phrases.map((phrase, at) => ({
    bool: {
      should: [{ terms: { forms: [phrase.join(' ')] } }, allPhrases([phrase], at === phrases.length - 1)],
    },
  }));

/** Which companies the name in a search finds. */
export function nameFilter(name: NameQuery, spelling: Spelling): Query[] {
  if (name.isFormsOnly) return anyForms(name);
  return spelling === 'exact' ? [allPhrases(name.phrases, name.isOpen)] : mistypedPhrases(name);
}

export const tier = (boost: number, filter: Query): Query => ({ constant_score: { boost, filter } });

/** Companies with a name that differs in one letter from one of these; the first letter is right. */
const nearlySame = (keys: readonly string[]): Query => {
  const queries = keys.map((value) => ({ fuzzy: { key: { value, fuzziness: 1, prefix_length: 1 } } }));
  return only(queries) ?? { bool: { should: queries } };
};

/** A shorter text begins too many names. */
const leastBeginning = 4;

const beginning = ({ keys, phrases }: NameQuery): Query[] =>
  phrases.flat().length > 1 && keys.every((key) => key.length >= leastBeginning)
    ? [tier(1, { bool: { should: keys.map((key) => ({ prefix: { key } })) } })]
    : [];

function reordered(keys: readonly string[]): Query[] {
  const key = keys.flatMap(reorderings);
  return key.length > 0 ? [tier(6, { terms: { key } })] : [];
}

/**
 * How well the name matches, as a sum of constants: the same name, the same words in another order, all words in order,
 * all words complete, a name that begins with them. Constants are equal on every copy of a shard, relevance scores are not.
 */
export function nameTiers(name: NameQuery, spelling: Spelling): Query[] {
  const { keys, phrases, isFormsOnly } = name;
  if (spelling === 'mistyped') return [tier(8, nearlySame(keys))];
  const same = tier(8, { terms: { key: keys } });
  if (isFormsOnly) return [same];
  const words = phrases.flat();
  const inOrder = words.length > 1 ? [tier(4, { match_phrase: { names: words.join(' ') } })] : [];
  return [same, ...reordered(keys), ...inOrder, tier(2, allPhrases(phrases, false)), ...beginning(name)];
}

/** The words as they were typed, the last one incomplete; or complete words followed by a legal form. */
export function suggestedNames({ typed, phrases, isOpen, isFormsOnly }: NameQuery): Query[] {
  const words = typed.flat();
  const asTyped =
    words.length === 1 ? { prefix: { names: words[0] } } : { intervals: { names: phraseInterval(words, true) } };
  return isOpen || isFormsOnly ? [asTyped] : [asTyped, allPhrases([phrases.flat()], false)];
}
