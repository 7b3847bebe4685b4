import type {
  CompanyExplanation,
  ExplainQuestion,
  JoinResult,
  JoinTerms,
  SplitResult,
  SplitTerms,
} from '@orgdex/contract';
import type { Secret } from '../../core/settings/secret.ts';
import type { Rates } from '../../knowledge/rules/money/exchange-rates.ts';
import { parseSupportedCountry } from '../../knowledge/rules/places/country.ts';
import { joinCompanies, splitCompany } from '../../pipeline/identity/manual-decisions.ts';
import type { Verdict } from '../../pipeline/identity/matching/decide.ts';
import { describeParts, stateName } from '../../pipeline/identity/matching/wording.ts';
import type { Match, MatchSide } from '../../stores/postgres/matches/matches.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import { lockWaitMs, type Operator } from '../http/admin-endpoint.ts';
import { type ExplainedCompany, explainCompany } from './explain-company.ts';

export interface CompanyDeps {
  readonly pool: Pool;
  readonly secret: Secret;
  readonly rates: Rates;
}

const nameOf = ({ source, key }: Pick<MatchSide, 'source' | 'key'>) => `${source}:${key}`;

const toMatch = ({ id, state, score, free, company, reasons }: Match): CompanyExplanation['matches'][number] => ({
  id,
  state: stateName(state),
  score,
  record: nameOf(free),
  company: nameOf(company),
  text: describeParts(reasons as Verdict['reasons']),
});

type Explained = ExplainedCompany;

const toRecord = (record: Explained['records'][number]): CompanyExplanation['records'][number] => ({
  source: record.source,
  class: record.class,
  key: record.key,
  country: record.country,
  observed: record.observed,
  removed: record.removed,
  hidden: record.hidden,
  founder: record.founder,
  linked_by: record.linkedBy,
  matched_by: record.matchedBy,
  claims: record.claims,
  run_id: record.runId,
  content: record.content as Record<string, unknown>,
});

const toExplanation = (company: Explained): CompanyExplanation => ({
  id: company.id,
  merged_from: company.mergedFrom ?? null,
  since: company.since?.toISOString() ?? null,
  since_run: company.sinceRun,
  merged_ids: company.mergedIds,
  matched_ids: company.matchedIds,
  records: company.records.map(toRecord),
  decisions: company.decisions.map(({ id, kind, madeAt, splitFrom }) => ({
    id,
    kind,
    made_at: madeAt.toISOString(),
    split_from: splitFrom,
  })),
  matches: company.matches.map(toMatch),
  shared_identifiers: company.shared,
  country: company.country ?? null,
  profile: company.profile.map(({ region = null, ...field }) => ({ ...field, region })),
  regions: company.regions,
  other_names: company.unserved,
});

/** Explains a company from the database, as the command line does. */
export async function explain(
  { pool, rates }: CompanyDeps,
  asked: string,
  { country }: ExplainQuestion,
): Promise<CompanyExplanation> {
  const supported = country === undefined ? undefined : parseSupportedCountry(country);
  return toExplanation(await explainCompany(pool, { asked, rates, country: supported }));
}

const decidingAs = ({ pool, secret }: CompanyDeps, { recordAudit }: Operator) => ({
  pool,
  secret,
  recordAudit,
  lockWaitMs,
});

export async function join(deps: CompanyDeps, operator: Operator, { companies }: JoinTerms): Promise<JoinResult> {
  const [one = '', other = ''] = companies;
  const { company, undoneSplits } = await joinCompanies(decidingAs(deps, operator), one, other);
  return { company, undone_splits: undoneSplits };
}

export const split = (
  deps: CompanyDeps,
  operator: Operator,
  { id, records }: SplitTerms & { id: string },
): Promise<SplitResult> => splitCompany(decidingAs(deps, operator), id, records);
