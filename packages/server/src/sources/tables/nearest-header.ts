import { toPlain } from './header-names.ts';

const pairsOf = (text: string): Set<string> => {
  const letters = [...` ${toPlain(text)} `];
  return new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
};

/** The share of neighbouring letters that two headers have in common: words may stand in another order. */
function likeness(a: string, b: string): number {
  const [left, right] = [pairsOf(a), pairsOf(b)];
  return (2 * [...left].filter((pair) => right.has(pair)).length) / (left.size + right.size);
}

/** The name that was most likely meant; none where nothing is alike. */
export function nearestHeader(asked: string, names: readonly string[]): string | undefined {
  const [best] = names.map((name) => ({ name, score: likeness(asked, name) })).sort((a, b) => b.score - a.score);
  return best && best.score >= 0.4 ? best.name : undefined;
}
