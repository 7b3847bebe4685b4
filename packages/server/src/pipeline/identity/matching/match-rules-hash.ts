import { createHash } from 'node:crypto';
import { nameRulesHash } from '../../../knowledge/rules/names/name-rules-hash.ts';
import { maxProposed } from '../../../stores/postgres/matches/match-plan.ts';
import { wordLimits } from '../../../stores/postgres/matches/match-words.ts';
import { type Contender, decide, type NumberedCompany } from './decide.ts';
import { nameKinds, toGroup } from './to-group.ts';

const company: NumberedCompany = { named: true, sources: [1], reach: ['fqdn:a.com', 'split:1:0'], years: [2000] };
const contender: Contender = {
  sources: [2],
  reach: [],
  years: [],
  name: 'equal',
  region: 'equal',
  companies: 1,
  nearby: 1,
  mayLink: true,
  complete: true,
  hasOtherForm: false,
  common: false,
  refused: false,
};

/** What can differ between a company and a contender, each with values that show a rule. */
const variations: readonly Partial<Contender>[] = [
  ...nameKinds.map((name) => ({ name })),
  ...(['equal', 'unknown', 'different'] as const).flatMap((region) => [
    ...[1, 2, 3, 4, 6, 30].map((companies) => ({ region, companies, nearby: companies })),
    { region, companies: 4, nearby: 1 },
  ]),
  ...[['fqdn:a.com'], ['fqdn:b.com'], ['duns:1'], ['split:1:1']].map((reach) => ({ reach })),
  ...[2000, 2001, 2003, 2008, 2010, 2011, 2030].map((year) => ({ years: [year] })),
  { sources: [1] },
  { mayLink: false },
  { complete: false },
  { hasOtherForm: true },
  { common: true },
];

/** Two contenders of one company, in every combination. */
const verdicts = () =>
  variations.flatMap((one) =>
    variations.map((other) =>
      decide(company, [
        { ...contender, ...one },
        { ...contender, sources: [2, 3], ...other },
      ]),
    ),
  );

const record = {
  company_id: 'c',
  matched_by: null,
  source_id: 1,
  key: 'k',
  country: null,
  claims: ['fqdn:a.com'],
  name: 'Kestrel Vane Pty Ltd',
  trading_names: ['Vane'],
  former_names: ['Old Kestrel'],
  states: ['AU-NSW', 'SG-01'],
  year_founded: 2000,
};

/** Groups of records in one country, in several, and in none. */
const groups = () =>
  [['AU'], ['SG'], [null], ['AU', 'NZ'], ['NZ', null]].map((countries) =>
    toGroup(
      countries.map((country) => ({ ...record, country })) as [typeof record, ...(typeof record)[]],
      new Map([[1, { name: 'pages', identityPrecedence: 4, mayLink: true, completeFor: 'AU' }]]),
    ),
  );

let known: string | undefined;

/** A hash of what the rules for matching return, to notice that stored verdicts were found by other rules. */
export function matchRulesHash(): string {
  known ??= createHash('sha256')
    .update(JSON.stringify([nameRulesHash(), wordLimits, maxProposed, verdicts(), groups()]))
    .digest('hex')
    .slice(0, 12);
  return known;
}
