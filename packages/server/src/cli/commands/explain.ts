import { supportedCountries } from '@orgdex/contract';
import { Command, InvalidArgumentError } from 'commander';
import { type ExplainedCompany, explainCompany } from '../../api/admin/explain-company.ts';
import { parseSupportedCountry } from '../../knowledge/rules/places/country.ts';
import { readRates } from '../../pipeline/publish/exchange-rates.ts';
import type { Context } from '../context.ts';
import { describeCompany } from '../output/describe-company.ts';
import { toMatchJson } from '../output/describe-match.ts';
import { jsonOption } from '../output/json.ts';

function parseCountryOption(text: string): string {
  const country = parseSupportedCountry(text);
  if (!country) throw new InvalidArgumentError(`It must be one of ${supportedCountries.join(', ')}.`);
  return country;
}

/** A company as `--json` prints it. The fields of records keep the names of the record schema. */
export const toCompanyJson = (company: ExplainedCompany) => ({
  id: company.id,
  asked: company.asked,
  merged_from: company.mergedFrom ?? null,
  since: company.since,
  since_run: company.sinceRun,
  merged_ids: company.mergedIds,
  matched_ids: company.matchedIds,
  records: company.records.map(({ identityPrecedence, linkedBy, matchedBy, runId, ...record }) => ({
    ...record,
    identity_precedence: identityPrecedence,
    linked_by: linkedBy,
    matched_by: matchedBy,
    run_id: runId,
  })),
  decisions: company.decisions.map(({ id, kind, madeAt, splitFrom }) => ({
    id,
    kind,
    made_at: madeAt,
    split_from: splitFrom,
  })),
  matches: company.matches.map(toMatchJson),
  shared_identifiers: company.shared,
  country: company.country ?? null,
  profile: company.profile,
  regions: company.regions,
  unserved: company.unserved,
});

export function explainCommand(context: Context): Command {
  return new Command('explain')
    .description("Show a company's records, what links them, and which record gave each value of its profile")
    .argument('<id>', 'Company id (a merged id works too), or an identifier such as abn:51824753556')
    .option('--country <code>', 'Show the profile as served for this country', parseCountryOption)
    .option(...jsonOption)
    .action((asked: string, { country, json = false }: { country?: string; json?: boolean }) =>
      context.withDatabase(async (pool) => {
        const rates = readRates(context.config().ORGDEX_EXCHANGE_RATES);
        const explained = await explainCompany(pool, { asked, rates, country });
        context.print(json ? JSON.stringify(toCompanyJson(explained)) : describeCompany(explained));
      }),
    );
}
