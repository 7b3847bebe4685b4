import { toPlainHeader } from '@orgdex/contract';

const pairsOf = (text: string): Set<string> => {
  const letters = [...` ${toPlainHeader(text)} `];
  return new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
};

/** The share of adjacent letter pairs that two headers have in common; the order of words does not matter. */
function likeness(a: string, b: string): number {
  const [left, right] = [pairsOf(a), pairsOf(b)];
  return (2 * [...left].filter((pair) => right.has(pair)).length) / (left.size + right.size);
}

/** The most similar name, or undefined if none is similar. */
export function nearestHeader(asked: string, names: readonly string[]): string | undefined {
  const [best] = names.map((name) => ({ name, score: likeness(asked, name) })).sort((a, b) => b.score - a.score);
  return best && best.score >= 0.4 ? best.name : undefined;
}
