import { createHash } from 'node:crypto';
import type { Rates } from './rates.ts';
import { regionNames } from './region-names.ts';
import { rulesProbe } from './rules-probe.ts';
import { crosswalk } from './sector-crosswalk.ts';
import { titleClasses } from './title-classes.ts';
import { titleWords } from './title-words.ts';

const shortHash = (facts: unknown) => createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 12);

/**
 * What the title rules give, in twelve hex digits: people are searched only by a build that would index them the same.
 * The runtime's own Thai dictionary and Unicode tables are in it too.
 */
export function titleRulesHash(): string {
  known ??= shortHash(rulesProbe.map((title) => [titleWords(title), titleClasses(title)]));
  return known;
}

let known: string | undefined;

/** The same for everything that is published: with the tables by which a profile says what no record says in these words. */
export const rulesHash = (rates: Rates): string =>
  shortHash([titleRulesHash(), crosswalk, regionNames, [...rates].map(([currency, years]) => [currency, [...years]])]);
