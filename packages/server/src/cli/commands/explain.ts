import { identifierSchemes, supportedCountries } from '@orgdex/contract';
import { Command, InvalidArgumentError } from 'commander';
import { OperatorError } from '../../errors/failure.ts';
import { findById, findByIdentifier, readLedgerCompany } from '../../ledger/identity/company-records.ts';
import type { Queryable } from '../../ledger/pool.ts';
import { explainProfile, explainRegions, unservedNames } from '../../profiles/explain.ts';
import { parseIdentifier, parseRegistration, whyNot } from '../../rules/identifiers/identifier.ts';
import type { Rates } from '../../rules/money/exchange-rates.ts';
import { parseSupportedCountry } from '../../rules/places/country.ts';
import { readRates } from '../../settings/exchange-rates.ts';
import type { Context } from '../context.ts';
import { describeCompany, type ExplainedCompany } from '../output/describe-company.ts';
import { toMatchJson } from '../output/describe-match.ts';
import { jsonOption } from '../output/json.ts';

function parseCountryOption(text: string): string {
  const country = parseSupportedCountry(text);
  if (!country) throw new InvalidArgumentError(`It must be one of ${supportedCountries.join(', ')}.`);
  return country;
}

/** `abn:51 824 753 556` in the canonical form of the ledger. */
function canonicalIdentifier(text: string): string {
  const [, code = '', value = ''] = /^([^:]+):(.*)$/s.exec(text) ?? [];
  const scheme = identifierSchemes.find((known) => known === code);
  if (scheme) {
    const parsed = parseIdentifier(scheme, value);
    if (parsed === undefined) throw new OperatorError(`${scheme}: ${whyNot(scheme, value)}.`);
    return `${scheme}:${parsed}`;
  }
  const registration = code.startsWith('reg.') ? parseRegistration(code.slice(4), value) : undefined;
  if (registration) return `${registration.scheme}:${registration.value}`;
  throw new OperatorError(
    `Write an identifier as <scheme>:<value>. The schemes are ${identifierSchemes.join(', ')} and reg.<register code>.`,
  );
}

async function findCompany(ledger: Queryable, asked: string): Promise<{ id: string; identifier: string | undefined }> {
  const identifier = asked.includes(':') ? canonicalIdentifier(asked) : undefined;
  const id = await (identifier ? findByIdentifier(ledger, identifier) : findById(ledger, asked));
  if (id) return { id, identifier };
  throw new OperatorError(
    identifier
      ? `No company has the identifier ${identifier}.`
      : `No company has the id ${asked}. You can also use an identifier, such as abn:51824753556 or fqdn:example.com.`,
  );
}

interface Question {
  asked: string;
  rates: Rates;
  country: string | undefined;
}

/** Explains a company from the ledger only. */
async function explainCompany(ledger: Queryable, { asked, rates, country }: Question): Promise<ExplainedCompany> {
  const { id, identifier } = await findCompany(ledger, asked);
  const company = await readLedgerCompany(ledger, id);
  const counting = company.records.filter(({ hidden }) => !hidden);
  return {
    asked,
    ...company,
    foundBy: identifier,
    mergedFrom: company.mergedIds.find((merged) => merged === asked),
    country,
    profile: explainProfile(counting, rates, country),
    regions: explainRegions(counting, rates),
    unserved: unservedNames(counting),
  };
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
      context.withLedger(async (pool) => {
        const rates = readRates(context.config().ORGDEX_EXCHANGE_RATES);
        const explained = await explainCompany(pool, { asked, rates, country });
        context.print(json ? JSON.stringify(toCompanyJson(explained)) : describeCompany(explained));
      }),
    );
}
