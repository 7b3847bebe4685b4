import { type SuggestedCompanies, type SuggestQuestion, suggestLimits } from '@orgdex/contract';
import { isWholeWord, parseNameQuery } from '../../../knowledge/rules/names/search-words.ts';
import { readCards } from '../../../stores/opensearch/companies/cards.ts';
import { suggestIds } from '../../../stores/opensearch/companies/company-search.ts';
import type { ReadDeps } from '../../../stores/opensearch/index-reader.ts';
import { parseCodePrefix } from './code-query.ts';
import { withMatchedNames } from './matched-name.ts';

/** One letter says too little, except in scripts where it is a syllable or a word. */
function isUsable(q: string): boolean {
  const { length } = [...q];
  return length <= suggestLimits.maxQuery && (length >= suggestLimits.minQuery || isWholeWord(q));
}

export async function suggestCompanies(deps: ReadDeps, question: SuggestQuestion): Promise<SuggestedCompanies> {
  const q = (question.q ?? '').toWellFormed().trim();
  if (!isUsable(q)) return { companies: [] };
  const name = parseNameQuery(q);
  const code = parseCodePrefix(q);
  if (!name && code === undefined) return { companies: [] };
  const country = question.country?.toUpperCase();
  const size = Number(question.size ?? suggestLimits.defaultSize);
  const reading = deps.reader.startSearching(deps.generation());
  const wanted = { ...(name && { name }), ...(code !== undefined && { code }), ...(country && { country }) };
  const cards = await readCards(reading, await suggestIds(reading, wanted, size));
  return { companies: withMatchedNames(cards, name) };
}
