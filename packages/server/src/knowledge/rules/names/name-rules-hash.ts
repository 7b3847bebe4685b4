import { createHash } from 'node:crypto';
import { supportedCountries } from '@orgdex/contract';
import { shortForms } from './abbreviations.ts';
import { bracketedForms, initials, legalFormsOf, shortWords } from './legal-forms.ts';
import { indexedNeighbors, toSearchName } from './search-words.ts';

/** Names whose normal form shows the rules that the tables do not. */
const samples = [
  'The Kestrel & Vane Co. P/L',
  "St. Mary's Intl. Assoc.",
  'ＡＢＣ Ｌｔｄ',
  '株式会社白鷺精機',
  'Ünal & Søn A.G.',
  'บริษัท ลำธารตะวันออก จำกัด',
];

let known: string | undefined;

/**
 * A hash of what the rules for company names return, to notice that stored or indexed names were normalized by other
 * rules.
 */
export function nameRulesHash(): string {
  known ??= hashRules();
  return known;
}

function hashRules(): string {
  const countries = [...supportedCountries, undefined];
  const facts = [
    countries.map((country) => [legalFormsOf(country), samples.map((name) => toSearchName(country, name))]),
    samples.map((name) => indexedNeighbors(toSearchName(undefined, name).words)),
    shortForms,
    [[...shortWords], [...bracketedForms], [...initials]],
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 12);
}
