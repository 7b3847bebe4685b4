import { createHash } from 'node:crypto';
import { supportedCountries } from '@orgdex/contract';
import { bracketedForms, initials, legalFormsOf, shortWords } from './legal-forms.ts';
import { toSearchName } from './search-words.ts';

/** Names whose normal form shows the rules that the tables do not. */
const samples = [
  'The Kestrel & Vane Co. P/L',
  "St. Mary's Intl. Assoc.",
  'ＡＢＣ Ｌｔｄ',
  '株式会社白鷺精機',
  'Ünal & Søn A.G.',
];

/** A hash of what the rules for company names return, to notice that stored names were normalized by other rules. */
export function nameRulesHash(): string {
  const countries = [...supportedCountries, undefined];
  const facts = [
    countries.map((country) => [legalFormsOf(country), samples.map((name) => toSearchName(country, name))]),
    [[...shortWords], [...bracketedForms], [...initials]],
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 12);
}
