import { createHash } from 'node:crypto';
import { crosswalk } from './industries/sector-crosswalk.ts';
import type { Rates } from './money/exchange-rates.ts';
import { nameRulesHash } from './names/name-rules-hash.ts';
import { regionNames } from './places/region-names.ts';
import { rulesHashTitles } from './rules-hash-titles.ts';
import { titleClasses } from './titles/classify.ts';
import { titleWords } from './titles/words.ts';

const shortHash = (facts: unknown) => createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 12);

/**
 * A hash of what the title rules return, in twelve hex digits: a build searches people only if it would index them the
 * same way. The runtime's Thai dictionary and Unicode tables affect it too.
 */
export function titleRulesHash(): string {
  known ??= shortHash(rulesHashTitles.map((title) => [titleWords(title), titleClasses(title)]));
  return known;
}

let known: string | undefined;

/** The same for everything that is published, including the tables from which profiles derive sectors and US dollars. */
export const rulesHash = (rates: Rates): string =>
  shortHash([
    titleRulesHash(),
    nameRulesHash(),
    crosswalk,
    regionNames,
    [...rates].map(([currency, years]) => [currency, [...years]]),
  ]);
